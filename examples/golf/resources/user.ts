/**
 * A user by number.
 *
 * @module
 */
export const uri = "users://{user_id}";

interface User {
  user_id: number;
  username: string;
}

/** @param user_id Number of the user @integer */
export default function user(user_id: number): User {
  return { user_id, username: `user_${user_id}` };
}

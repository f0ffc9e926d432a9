/**
 * Tool to fetch user profile information.
 *
 * @module
 */

interface Output {
  /** @integer */
  user_id: number;
  username: string;
  email: string | null;
  is_active: boolean;
}

/** @param user_id Number of the user @integer */
export default function fetchUserProfile(user_id: number): Promise<Output> {
  return Promise.resolve({
    user_id,
    username: "example_user",
    email: user_id === 1 ? "user@example.com" : null,
    is_active: true,
  });
}

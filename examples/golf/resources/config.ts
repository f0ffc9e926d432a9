/**
 * Configuration as a constant.
 *
 * @module
 */
export const uri = "data://config";

export default { environment: "production", debug: false, retries: 3 };

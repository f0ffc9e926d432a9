/**
 * Configuration as a function, which is called for each reading.
 *
 * @module
 */
export const uri = "data://config/current";

interface Config {
  environment: string;
  debug: boolean;
  readAt: string;
}

export default function currentConfig(): Config {
  return {
    environment: "production",
    debug: false,
    readAt: new Date().toISOString(),
  };
}

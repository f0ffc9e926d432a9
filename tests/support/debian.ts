/**
 * Makes sure that a program is there, and installs its Debian package if it is not.
 *
 * @throws {Error} if it is not there, and cannot be installed
 */
export async function ensureProgram(program: string, debianPackage: string): Promise<void> {
  if (await succeeds("which", program)) return;
  console.error(`${program} is missing; installing Debian's ${debianPackage}`);
  const install = ["install", "-y", "--no-install-recommends", debianPackage];
  for (const args of [["update"], install]) {
    const { success, text } = await output("apt-get", args);
    if (!success) {
      throw new Error(
        `This test needs ${program}, and it cannot be installed here; install it, or run the test ` +
          `as root on Debian. apt-get ${args.join(" ")} said:\n${text}`,
      );
    }
  }
}

/** Whether a program can be run, and ends with success. */
export async function succeeds(program: string, ...args: string[]): Promise<boolean> {
  return (await output(program, args)).success;
}

async function output(
  program: string,
  args: string[],
): Promise<{ success: boolean; text: string }> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, {
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decoder = new TextDecoder();
    return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
  } catch (error) {
    return { success: false, text: (error as Error).message };
  }
}

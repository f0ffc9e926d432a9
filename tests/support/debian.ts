/**
 * Makes sure that a program is there, and installs its Debian package if it is not.
 *
 * @returns its path
 * @throws {Error} if it is not there, and cannot be installed
 */
export async function ensureProgram(program: string, debianPackage: string): Promise<string> {
  const found = await find(program);
  if (found !== undefined) return found;
  console.error(`${program} is missing; installing Debian's ${debianPackage}`);
  const install = ["install", "-y", "--no-install-recommends", debianPackage];
  let said = "";
  for (const args of [["update"], install]) said = (await output("apt-get", args)).text;
  const installed = await find(program);
  if (installed !== undefined) return installed;
  throw new Error(
    `This test needs ${program}, and it cannot be installed here; install it, or run the test as ` +
      `root on Debian. apt-get ${install.join(" ")} said:\n${said}`,
  );
}

/** The path of a program; what Debian installs is not all on everybody's PATH. */
async function find(program: string): Promise<string | undefined> {
  for (const folder of [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/bin", "/usr/sbin"]) {
    const file = `${folder}/${program}`;
    if (await Deno.stat(file).then(({ isFile }) => isFile, () => false)) return file;
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

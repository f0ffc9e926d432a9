const PROJECT = `An [MCP](https://modelcontextprotocol.io) server: each file below \`tools/\`,
\`resources/\` and \`prompts/\` is something that a host gets.
`;

const SINGLE = `An [MCP](https://modelcontextprotocol.io) server: what a host gets stands in
\`server.ts\`.
`;

const COMMANDS = `
\`\`\`sh
deno task check
deno task test
deno task inspect
deno task call reading_time text="How long does this take?"
\`\`\`

\`check\` says what is wrong, and where. \`inspect\` shows what a host would see,
and what the code may touch. \`deno task start\` serves over stdio, as hosts want
it; \`deno task start --port 8000\` serves over HTTP. Without Deno on the machine,
write \`npx -y deno@VERSION task\` in place of \`deno task\`.
`;

const FILES = `
## Files

- The comment with \`@module\` tells the model what a file is for; the types and
  tags of the function are the schema of its arguments.
- The name of a tool or prompt is that of its file; \`tools/text/count.ts\` is
  \`count_text\`. A resource has \`uri\`; with a part such as \`{id}\` in it, it
  exports a function that takes \`id\`.
- A file may touch nothing, unless it says what, as in
  \`export const permissions = { net: ["api.example.com"] };\`.
- A file whose name begins with \`_\` is there for the others. One whose name ends
  in \`_test.ts\` is a test.
- \`deno task build\` writes \`dist/\`, which starts without reading types, and
  prints the command that runs it with what its files declare, and nothing more.
`;

const HOST = `
## In a host

With the path of this folder behind \`--cwd\`:

\`\`\`json
{
  "mcpServers": {
    "NAME": {
      "command": "deno",
      "args": [
        "task",
        "--quiet",
        "--cwd",
        "/path/to/NAME",
        "start"
      ]
    }
  }
}
\`\`\`

On a machine without Deno, the command is \`"npx"\`, and the arguments begin with
\`"-y", "deno@VERSION"\`.
`;

/**
 * The README.md of a project.
 *
 * @param name Name of the server
 * @param kind Which template it goes with
 */
export function readme(name: string, kind: "project" | "single"): string {
  const parts = kind === "project" ? [PROJECT, COMMANDS, FILES] : [SINGLE, COMMANDS];
  const text = [...parts, HOST.replaceAll("NAME", name)].join("");
  return `# ${name}\n\n${text.replaceAll("VERSION", Deno.version.deno)}`;
}

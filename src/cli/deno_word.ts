/** How Deno is called here; one that npx has brought is found by npx only. */
export function denoWord(): string {
  return /[\\/]_npx[\\/]/.test(Deno.execPath()) ? `npx -y deno@${Deno.version.deno}` : "deno";
}

/** Whether a pattern matches other texts without its flags, which JSON Schema does not have. */
export function needsFlags(flags: string | undefined): boolean {
  return /[imsv]/.test(flags ?? "");
}

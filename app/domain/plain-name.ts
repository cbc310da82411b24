const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Whether somebody may call a volume or a template so: 1 to 32 of a–z, 0–9 and hyphens, beginning with a letter. */
export function isPlainName(text: string): boolean {
  return NAME.test(text);
}

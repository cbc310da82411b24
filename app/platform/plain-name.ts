const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Checks a name of a volume or a template: 1 to 32 of a–z, 0–9 and hyphens, beginning with a letter. */
export function isPlainName(text: string): boolean {
  return NAME.test(text);
}

/** Leaves room for a number after it. */
const BASE_LENGTH = 28;

/** Proposes a free name: `base`, cut to length, with a number if it is taken. */
export function freeName(base: string, taken: readonly string[]): string {
  const start = base.slice(0, BASE_LENGTH);
  if (!taken.includes(start)) return start;
  let n = 2;
  while (taken.includes(`${start}-${n}`)) n += 1;
  return `${start}-${n}`;
}

/** A name for a copy that none of the tenant's own templates has. */
export function freeName(of: string, templates: readonly { own: boolean; name: string }[]): string {
  const taken = new Set(templates.filter(({ own }) => own).map(({ name }) => name));
  const base = `my-${of}`.slice(0, 28);
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}-${n}`)) n += 1;
  return `${base}-${n}`;
}

/** Adds the figures of one sum to another, or subtracts them; other fields stay. */
export function addFigures<Name extends string>(
  into: Record<Name, number>,
  from: Readonly<Record<Name, number>>,
  names: readonly Name[],
  sign: 1 | -1 = 1,
): void {
  for (const name of names) into[name] += sign * from[name];
}

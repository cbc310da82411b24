/** A number with its noun: `1 node`, `1,200 nodes`. A plural that is not the noun with an s is given. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
}

/**
 * What an agent reports of a task that it stopped because its files took more than the task may store (4.1). It is shown
 * to the task's customer, and tells this end from a program's own.
 */
export function overDiskMessage({ usedBytes, mayBytes }: { usedBytes: number; mayBytes: number }): string {
  return `its files took ${gb(usedBytes)} GB of the ${gb(mayBytes)} GB it may store`;
}

export const OVER_DISK = /^its files took ([\d.]+) GB of the ([\d.]+) GB it may store$/;

/** Formats sizes for people: 0.02, 201.4, 1600. */
export function gb(bytes: number): string {
  return String(Number((bytes / 1e9).toPrecision(4)));
}

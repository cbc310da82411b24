/**
 * Builds the agent's message for a task that it stopped because its files exceeded the allowed size (4.1). The task's
 * customer reads it, and it distinguishes this end from a program's own.
 */
export function overDiskMessage({ usedBytes, mayBytes }: { usedBytes: number; mayBytes: number }): string {
  return `its files took ${gb(usedBytes)} GB of the ${gb(mayBytes)} GB it may store`;
}

export const OVER_DISK = /^its files took ([\d.]+) GB of the ([\d.]+) GB it may store$/;

/** Formats sizes for people: 0.02, 201.4, 1600. */
export function gb(bytes: number): string {
  return String(Number((bytes / 1e9).toPrecision(4)));
}

/**
 * Returns the name of the user who stopped a task, as a reader knows it; null for the reader ("you") and for anybody
 * outside the tenant.
 */
export function stoppedByName(
  reader: { userId: number; inTeam: boolean },
  stopper: { id: number | null; name: string | null },
): string | null {
  return reader.inTeam || stopper.id !== reader.userId ? stopper.name : null;
}

/** The name by which a reader knows who stopped a task; null where that is "you", or nobody of its tenant. */
export function stoppedByName(
  reader: { userId: number; inTeam: boolean },
  stopper: { id: number | null; name: string | null },
): string | null {
  return reader.inTeam || stopper.id !== reader.userId ? stopper.name : null;
}

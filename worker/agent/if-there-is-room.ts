/** Writes what can be done without, since what stands in memory holds until the next start of the agent: its disk may be full (decision 0320). */
export function ifThereIsRoom(write: () => void): void {
  try {
    write();
  } catch {
    // It is written the next time, or never.
  }
}

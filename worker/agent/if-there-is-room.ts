/**
 * Writes a file that is not essential, because the caller keeps its content in memory until the next start of the
 * agent: the disk may be full (decision 0320).
 */
export function ifThereIsRoom(write: () => void): void {
  try {
    write();
  } catch {
    // The file is written the next time, or never.
  }
}

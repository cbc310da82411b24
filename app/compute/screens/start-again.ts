/** The reservation form with all that a task was started with (2.4). */
export function startAgainPath(resvGuid: string): string {
  return `/rent?new=1&again=${resvGuid}`;
}

/** Name of the worker's beat that follows an engine. */
export function engineBeat(engineId: number): string {
  return `engine ${engineId}`;
}

/** The name of the place for the task's next attempt: its identity at the engine. */
export function placeName({ resvGuid, attempts }: { resvGuid: string; attempts: number }): string {
  return `mr-${resvGuid}-${attempts + 1}`;
}

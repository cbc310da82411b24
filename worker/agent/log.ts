/** One line of the agent's own log. */
export function log(nodeName: string, text: string): void {
  console.log(`${new Date().toISOString()} ${nodeName}: ${text}`);
}

/** What an error says. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One line of the agent's own log. */
export function log(nodeName: string, text: string): void {
  console.log(`${new Date().toISOString()} ${nodeName}: ${text}`);
}

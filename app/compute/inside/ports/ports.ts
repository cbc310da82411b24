/** Limit of open ports per task. */
export const PORTS_MAX = 16;

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

import { DRAIN_MODES } from "~/fleet/node-health";

export type DrainFlag = 0 | 1 | 2;

export const FLAGS: readonly DrainFlag[] = [0, 1, 2];

export function modeName(flag: number): string {
  return DRAIN_MODES[flag] ?? String(flag);
}

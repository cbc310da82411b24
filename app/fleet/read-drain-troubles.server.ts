import { readOpenRolling } from "./inside/nodes/rolling/read-rolling.server";

/** A rolling drain that stands still or will be late. */
export interface DrainTrouble {
  id: number;
  text: string;
  stopped: boolean;
}

/** Lists rolling drains that staff must look at, for the dashboard. */
export async function readDrainTroubles({ now }: { now: Date }): Promise<DrainTrouble[]> {
  const plans = await readOpenRolling({ now });
  return plans.flatMap(({ id, name, trouble }) =>
    trouble ? [{ id, ...trouble, text: `Rolling drain ‘${name}’: ${trouble.text}` }] : [],
  );
}

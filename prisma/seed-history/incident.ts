import type { DemoTask } from "./business";
import { chanceOf } from "~/platform/chance";

const SEED = 20240311;
const HOUR_MS = 3_600_000;
/** Hours since it began: yesterday, and more than the day for which the dashboard warns of an incident. */
const HOURS_AGO = 25;

/** The node that fell silent, and for how long. */
export const SILENT_NODE = "fra1-a5000-03";
export const SILENT_MINUTES = 12;

/** Customers with money left, and with what: name, GPUs, hours before and in all. */
const TOUCHED: Record<string, [taskName: string, gpus: number, afterHours: number, hours: number]> = {
  "demo-68": ["whisper-batch", 2, 3, 6],
  "demo-74": ["eval-night", 1, 1, 4],
  "demo-76": ["sdxl-poster", 4, 2, 5],
};

/** The incident of yesterday began at this time. */
export function incidentAt(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000 - HOURS_AGO * 3600) * 1000);
}

/** Tasks that lost contact with their node in the incident of yesterday and went on after it; nothing is refunded yet. */
export function incidentTasks(now: Date): (tenantName: string) => DemoTask[] {
  const chance = chanceOf(SEED);
  const beganMs = incidentAt(now).getTime();
  const tasks = new Map<string, DemoTask>();
  let gpu = 0;
  for (const [tenantName, [taskName, gpus, afterHours, hours]] of Object.entries(TOUCHED)) {
    tasks.set(tenantName, {
      ...{ resvGuid: chance.uuid(), taskName, cluster: "fra1", gpuType: "a5000", gpus, pph: 95 * gpus, hours },
      startedAt: new Date(beganMs - afterHours * HOUR_MS),
      ...{ state: "finished", gap: { afterHours, minutes: SILENT_MINUTES }, place: { nodeName: SILENT_NODE, gpu } },
    });
    gpu += gpus;
  }
  return (tenantName) => [tasks.get(tenantName) ?? []].flat();
}

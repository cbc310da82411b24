import { z } from "zod";
import { type Finding, findingSchema } from "~/fleet/agent-findings";
import type { GpuOfNode } from "./finding-book";

/** Place and time of an event in the kernel log. */
export interface Seen {
  on: GpuOfNode;
  /** Place on the bus. Two places are two devices, even where the node has no GPU there. */
  device?: string;
  atTs: number;
  bootS?: number | null;
}

/** A stored event of one device. */
export const keptEventSchema = findingSchema.extend({
  device: z.string().optional(),
  bootS: z.number().nullish(),
});
export type KeptEvent = z.infer<typeof keptEventSchema>;

export const RANK = { critical: 0, warning: 1, info: 2 };
/** Lines that a driver writes about one event, for example one per channel, come within this time. */
const BURST_S = 0.05;
/** Seconds after a severe event within which the removal of a program's channels is its consequence. */
export const CAUSE_S = 30;

export function worstFirst(one: Finding, other: Finding): number {
  return RANK[one.severity] - RANK[other.severity];
}

export function isSameTime(before: KeptEvent, { bootS }: Seen): boolean {
  return bootS != null && before.bootS != null && Math.abs(bootS - before.bootS) <= BURST_S;
}

/** Merges findings for the report: those of one name about the whole node become one, with the worst severity. */
export function together(events: readonly KeptEvent[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const { device: _device, bootS: _bootS, ...event } of [...events].sort(worstFirst)) {
    const worse = merged.get(keyOf(event));
    merged.set(keyOf(event), {
      ...(worse ?? event),
      first_ts: Math.min(worse?.first_ts ?? event.first_ts, event.first_ts),
      last_ts: Math.max(worse?.last_ts ?? 0, event.last_ts),
      count: (worse?.count ?? 0) + event.count,
    });
  }
  return [...merged.values()];
}

export function keyOf({ name, gpu }: { name: string; gpu: string }): string {
  return `${name} ${gpu}`;
}

/** Returns the key of an event; a device that is not a GPU of the node is named by its place. */
export function eventKey({ name, gpu, device = "" }: { name: string; gpu: string; device?: string }): string {
  return `${keyOf({ name, gpu })} ${gpu === "" ? device : ""}`;
}

/** Parts of the service whose state is shown (decision 0217). */

export type ServiceState = "well" | "degraded" | "down";

export const CONTROL = "control";
export const PAYMENTS = "payments";
const CLUSTER = "cluster:";

export function clusterPart(name: string): string {
  return CLUSTER + name;
}

/** Returns the public name of a part. */
export function partName(part: string): string {
  if (part.startsWith(CLUSTER)) return `GPUs in ${part.slice(CLUSTER.length)}`;
  return part === PAYMENTS ? "Card payments" : "Starting, running and charging tasks";
}

export interface PartNow {
  part: string;
  state: ServiceState;
  /** The reason why it is not well, without naming a customer or a machine. */
  text: string;
}

/** Builds the present state of a cluster: nodes that should take tasks, and those of them that do not report. */
export function clusterNow({ name, nodes, dead }: { name: string; nodes: number; dead: number }): PartNow {
  const part = clusterPart(name);
  if (dead === 0) return { part, state: "well", text: "" };
  const text = `${dead} of ${nodes} ${nodes === 1 ? "node" : "nodes"} did not report.`;
  return { part, state: dead === nodes ? "down" : "degraded", text };
}

/** Builds the present state of a cluster whose machines a scheduler chooses. Running tasks continue without it. */
export function engineNow(name: string, answers: boolean): PartNow {
  const text = "Its scheduler did not answer. Running tasks continued; new ones waited.";
  return { part: clusterPart(name), state: answers ? "well" : "degraded", text: answers ? "" : text };
}

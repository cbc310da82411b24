import { createRehearsal } from "~/rehearsal/inside/create-rehearsal.server";
import type { RehearsalInput, VariantInput } from "~/rehearsal/rehearsal-input";
import { type RehearsalOutcome, runRehearsal } from "~/rehearsal/run-rehearsal.server";

export const NOW = new Date("2026-11-28T12:00:00Z");
export const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

export const PERIOD: RehearsalInput["source"] = {
  kind: "period",
  from_ts: later(-86_400).getTime() / 1000,
  until_ts: NOW.getTime() / 1000,
};
export const ON_FRA1: RehearsalInput["source"] = {
  kind: "file",
  name: "day.csv",
  cluster_name: "fra1",
  gpu_type: "a5000",
};
export const NOTHING: VariantInput = {
  ...{ name: "No change", nodes: [], prices: [], demand: [], rules: {} },
  ...{ failures: { kind: "own" }, breaker: null, limits: [] },
};
export const TWO_NODES: VariantInput = {
  ...NOTHING,
  name: "Two more nodes",
  nodes: [{ kind: "add", cluster_name: "fra1", gpu_type: "a5000", count: 2, gpus: 8, infiniband: false }],
};

/** Three tasks of whole nodes that come at once, each for an hour, and a small one later, which still runs at the end. */
export const FILE = "submit_s,run_s,gpus,tenant\n0,3600,8,acme\n0,3600,8,acme\n0,3600,8,globex\n20000,60,1,globex\n";

/** Puts a rehearsal into the queue in that person's name. */
export async function aRehearsal(
  userId: number,
  given: Partial<{
    name: string;
    source: RehearsalInput["source"];
    variants: VariantInput[];
    file: string;
    now: Date;
  }> = {},
): Promise<number> {
  const { name = "Two more", source = ON_FRA1, variants = [TWO_NODES], file = FILE, now = NOW } = given;
  const input = { source, variants, seed: 1 };
  const made = await createRehearsal({
    ...{ name, input, file: source.kind === "file" ? file : null },
    ...{ userId, requestId: "test", now },
  });
  return made.id;
}

/** Runs it to its end, as its thread does. */
export async function outcomeOf(id: number): Promise<RehearsalOutcome> {
  const run = runRehearsal({ id });
  for (;;) {
    const turn = await run.next();
    if (turn.done) return turn.value;
  }
}

export async function resultOf(id: number): Promise<Extract<RehearsalOutcome, { hash: string }>> {
  const outcome = await outcomeOf(id);
  if ("faults" in outcome) throw new Error(outcome.faults.join(" "));
  return outcome;
}

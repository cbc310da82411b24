import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { checkUsage, type UsageCheck } from "~/usage/check-usage.server";
import { figure, type FoundDifference } from "./inside/reconcile/check-outcome";
import { keepCheck } from "./inside/reconcile/keep-check.server";

/** Proves the sums of model usage and stores differences for the screen Money; nightly. */
export async function checkModelUsage({ now }: { now: Date }): Promise<UsageCheck> {
  const startedMs = performance.now();
  const run = { name: "model-usage", now } as const;
  const tookMs = () => Math.round(performance.now() - startedMs);
  try {
    const found = await checkUsage({ now });
    const differences = differencesOf(found);
    const figures = [figure("Days added up again", found.days), figure("Wrong sums", found.wrong.length)];
    await keepCheck({
      ...{ ...run, tookMs: tookMs(), message: "" },
      state: differences.length > 0 ? "differs" : "well",
      outcome: { figures: [...figures, figure("Windows rebuilt", found.rebuilt.join(", ") || "none")], differences },
    });
    return found;
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    await keepCheck({ ...run, state: "failed", message, outcome: null, tookMs: tookMs() });
    throw fault;
  } finally {
    await transaction((tx) => announce(tx, [{ entity: "checks", key: "checks" }]));
  }
}

function differencesOf({ wrong }: UsageCheck): FoundDifference[] {
  const found = new Map<string, FoundDifference>();
  for (const { what, at, who, model, column, made, kept } of wrong) {
    const subject = [at, who, model, column].filter(Boolean).join(", ");
    const text = `${subject}: ${kept} is stored, but its rows come to ${made}.`;
    found.set(`${what} ${subject}`, { kind: what, subject, text });
  }
  return [...found.values()];
}

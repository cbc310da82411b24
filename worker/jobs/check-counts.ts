import { reconcile } from "~/domain/reconcile/reconcile.server";
import { log } from "../log";

/** Nightly proof that the counts which screens show are those of their rows; the dashboard says where they are not. */
export async function checkCounts(): Promise<void> {
  const { states, faults } = await reconcile({ now: new Date(), names: ["counts"] });
  for (const err of faults) log.error({ err }, "the check of the counts failed");
  if (states.counts === "differs") log.error("a count is NOT that of its rows");
  else if (states.counts === "well") log.info("the counts are those of their rows");
}

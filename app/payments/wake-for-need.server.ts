import { transaction } from "~/platform/db.server";
import { takesCards } from "./stripe-client.server";
import { listAutoNeeds } from "./inside/auto-top-up/list-auto-needs.server";
import { wakeAutoTopUps } from "./inside/auto-top-up/write-standing.server";

/** After each change of balances, wakes the job that charges if one fell below its tenant's threshold. */
export async function wakeForNeed({ now }: { now: Date }): Promise<boolean> {
  if (!takesCards()) return false;
  const needs = await listAutoNeeds({ now });
  if (!needs.some(({ need }) => need === "charge" || need === "no_card")) return false;
  await transaction(wakeAutoTopUps);
  return true;
}

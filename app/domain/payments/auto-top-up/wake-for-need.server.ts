import { transaction } from "~/db.server";
import { takesCards } from "../provider/stripe-client.server";
import { listAutoNeeds } from "./list-auto-needs.server";
import { wakeAutoTopUps } from "./write-standing.server";

/** Looks after each change of balances whether one has fallen below what its tenant chose, and wakes the job that charges. */
export async function wakeForNeed({ now }: { now: Date }): Promise<boolean> {
  if (!takesCards()) return false;
  const needs = await listAutoNeeds({ now });
  if (!needs.some(({ need }) => need === "charge" || need === "no_card")) return false;
  await transaction(wakeAutoTopUps);
  return true;
}

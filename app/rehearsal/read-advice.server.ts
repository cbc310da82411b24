import { db } from "~/platform/db.server";
import type { WithRights } from "~/platform/staff-rights";
import type { Advised } from "./candidate";
import type { RehearsalState } from "./inside/rehearsal-json";
import { seesMoneyOf } from "./inside/read-rehearsals.server";
import { readLookTs } from "./look-for-advice.server";

/** A sentence to act on, and the variant that shows it. */
export interface Advice {
  text: string;
  to: string;
}

/** Advice from the last 30 days; `lookedTs`: when it was last looked for, null: never. */
export interface AdviceNow {
  advice: Advice[];
  lookedTs: number | null;
  /** That of the newest rehearsal for it; null: nothing stood out. */
  state: RehearsalState | null;
}

/** Reads the advice that the newest rehearsal for it gives this viewer (A46). */
export async function readAdvice(viewer: WithRights): Promise<AdviceNow> {
  const [lookedTs, [newest], [done]] = await Promise.all([
    readLookTs(),
    db.query<{ state: RehearsalState }>(
      `select state from rehearsal where advice is not null order by id desc limit 1`,
    ),
    db.query<{ id: number; advised: Advised[] | null }>(
      `select id, advised->$1::text as advised from rehearsal
       where advice is not null and state = 'done' order by id desc limit 1`,
      [seesMoneyOf(viewer) ? "withMoney" : "plain"],
    ),
  ]);
  const to = (variant: number) => `/dashboard/rehearsal/${done?.id}#variant-${variant}`;
  const advice = (done?.advised ?? []).map(({ text, variant }) => ({ text, to: to(variant) }));
  return { advice, lookedTs, state: newest?.state ?? null };
}

import { db } from "~/platform/db.server";
import type { WithRights } from "~/platform/staff-rights";
import { adviceText, type Candidate, isAdvice } from "./candidate";
import type { RehearsalState } from "./inside/rehearsal-json";
import { seesMoneyOf } from "./inside/read-rehearsals.server";
import { readLookTs } from "./look-for-advice.server";
import type { VariantResult } from "./plan";

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

interface Row {
  id: number;
  advice: Candidate[];
  sentences: string[];
  variants: Omit<VariantResult, "timeline" | "byTenant">[];
}

/** Reads the advice that the newest rehearsal for it gives this viewer (A46). */
export async function readAdvice(viewer: WithRights): Promise<AdviceNow> {
  const seesMoney = seesMoneyOf(viewer);
  const [lookedTs, [newest], [row]] = await Promise.all([
    readLookTs(),
    db.query<{ state: RehearsalState }>(
      `select state from rehearsal where advice is not null order by id desc limit 1`,
    ),
    db.query<Row>(
      `select id, advice, coalesce(result->$1::text, '[]') as sentences,
         (select coalesce(jsonb_agg(one.value - 'timeline' - 'byTenant' order by one.place), '[]')
          from jsonb_array_elements(result->'variants') with ordinality one(value, place)) as variants
       from rehearsal where advice is not null and state = 'done' order by id desc limit 1`,
      [seesMoney ? "sentences" : "plainSentences"],
    ),
  ]);
  return { advice: row ? adviceIn(row, seesMoney) : [], lookedTs, state: newest?.state ?? null };
}

function adviceIn({ id, advice, sentences, variants: [before, ...changed] }: Row, seesMoney: boolean): Advice[] {
  return advice.flatMap((candidate, index) => {
    const [after, sentence] = [changed[index], sentences[index]];
    if (!before || !after || sentence === undefined || !isAdvice(candidate, [before, after], seesMoney)) return [];
    return [{ text: adviceText(candidate, sentence), to: `/dashboard/rehearsal/${id}#variant-${index + 1}` }];
  });
}

import { command } from "~/platform/announce.server";
import { db, transaction } from "~/platform/db.server";
import { WAITING_MAX } from "./inside/create-rehearsal.server";
import { findCandidates, type Found, LOOK_DAYS } from "./inside/find-candidates.server";
import type { RehearsalInput, SourceRow } from "./rehearsal-input";
import { rowName } from "./row-name";

const SEED = 1;

/** Puts one rehearsal of the last 30 days into the queue, with a variant for each candidate that was found (A46). */
export async function lookForAdvice({ now }: { now: Date }): Promise<{ found: number }> {
  const found = await findCandidates({ now });
  const untilS = Math.floor(now.getTime() / 1000);
  const input: RehearsalInput = {
    source: { kind: "period", from_ts: untilS - LOOK_DAYS * 86_400, until_ts: untilS, rows: rowsIn(found) },
    variants: found.map(({ variant }) => variant),
    seed: SEED,
  };
  await transaction(async (tx) => {
    await tx.query(`insert into advice_look (id, at) values (1, $1) on conflict (id) do update set at = excluded.at`, [
      now,
    ]);
    // The newest result stands until the next one is there, if there is a next one.
    await tx.query(
      `delete from rehearsal where advice is not null and ended_at is not null and ($1 or id is distinct from (
         select max(newest.id) from rehearsal newest where newest.advice is not null and newest.state = 'done'))`,
      [found.length === 0],
    );
    if (found.length === 0) return;
    await tx.query(
      `insert into rehearsal (name, made_at, input, advice)
       select 'Advice from the last ${LOOK_DAYS} days', $now, $input, $advice
       where (select count(*) from rehearsal where state = 'waiting') < ${WAITING_MAX} on conflict do nothing`,
      { now, input: JSON.stringify(input), advice: JSON.stringify(found.map(({ candidate }) => candidate)) },
    );
    await command(tx, [{ command: "wake", key: "rehearsals" }]);
  });
  return { found: found.length };
}

/** The rows of the candidates: in a whole fleet, the others would hide what a change does to these. */
function rowsIn(found: readonly Found[]): SourceRow[] {
  const rows = found.flatMap((one) => one.rows);
  return [...new Map(rows.map((row) => [rowName(row), row])).values()];
}

/** Returns when advice was last looked for, in epoch seconds; null: never. */
export async function readLookTs(): Promise<number | null> {
  const [row] = await db.query<{ ts: number }>(`select floor(extract(epoch from at))::float8 as ts from advice_look`);
  return row?.ts ?? null;
}

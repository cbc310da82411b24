import { transaction, type Tx } from "~/platform/db.server";
import type { CheckName, CheckOutcome, CheckState, FoundDifference } from "./check-outcome";

interface CheckRun {
  name: CheckName;
  state: CheckState;
  /** The reason why there is no answer; empty with one. */
  message: string;
  /** Null without an answer: earlier findings then stay. */
  outcome: CheckOutcome | null;
  tookMs: number;
  now: Date;
}

/** Stores the findings of a check. Earlier findings that are gone become resolved. */
export async function keepCheck(run: CheckRun): Promise<void> {
  await transaction(async (tx) => {
    // Serializes two workers with the same check.
    await tx.query(`select pg_advisory_xact_lock(hashtext('reconcile-check'), hashtext($1))`, [run.name]);
    await keepRun(tx, run);
    if (run.outcome) await keepDifferences(tx, run.name, run.outcome.differences, run.now);
  });
}

async function keepRun(tx: Tx, { name, state, message, outcome, tookMs, now }: CheckRun): Promise<void> {
  await tx.query(
    `insert into reconcile_check (name, state, message, figures, checked_at, answered_at, took_ms)
     values ($1, $2, $3, coalesce($4::jsonb, '[]'), $5, case when $4 is not null then $5::timestamptz end, $6)
     on conflict (name) do update set state = $2, message = $3, checked_at = $5, took_ms = $6,
       figures = coalesce($4::jsonb, reconcile_check.figures),
       answered_at = coalesce(excluded.answered_at, reconcile_check.answered_at)`,
    [name, state, message, outcome ? JSON.stringify(outcome.figures) : null, now, tookMs],
  );
}

async function keepDifferences(tx: Tx, name: CheckName, found: readonly FoundDifference[], now: Date): Promise<void> {
  await tx.query(
    `insert into reconcile_difference (check_name, kind, subject, text, ledger_units, provider_units, first_seen_at,
       last_seen_at)
     select $1, *, $7::timestamptz, $7::timestamptz
     from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
     on conflict ((case when resolved_at is null then check_name || ' ' || kind || ' ' || subject end))
     do update set last_seen_at = excluded.last_seen_at, text = excluded.text, ledger_units = excluded.ledger_units,
       provider_units = excluded.provider_units`,
    [
      name,
      found.map((one) => one.kind),
      found.map((one) => one.subject),
      found.map((one) => one.text),
      found.map((one) => one.ledgerUnits ?? null),
      found.map((one) => one.providerUnits ?? null),
      now,
    ],
  );
  await tx.query(
    `update reconcile_difference set resolved_at = $4 where check_name = $1 and resolved_at is null
       and not exists (select from unnest($2::text[], $3::text[]) seen(kind, subject)
         where seen.kind = reconcile_difference.kind and seen.subject = reconcile_difference.subject)`,
    [name, found.map((one) => one.kind), found.map((one) => one.subject), now],
  );
}

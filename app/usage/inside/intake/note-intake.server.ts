import type { Tx } from "~/platform/db.server";
import { adding } from "~/platform/kept-sum";
import { plainArray, textArray } from "./array-literal";
import type { Batch, Verdict } from "./judge-events.server";
import { sampleOf } from "./rejection-sample";
import { INTAKE } from "~/usage/inside/sums/sums";

interface Minute {
  sourceId: number;
  minute: string;
  requests: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  lagMs: number;
  lastTs: string | null;
}

interface Reason {
  sourceId: number;
  reason: string;
  events: number;
  lastAt: string;
  /** The newest first. */
  samples: object[];
}

const SAMPLES = 10;

/**
 * Counts the events of sources for the ingestion screen, and keeps the newest rejections. It takes its locks last,
 * because many requests wait for them.
 */
export async function noteIntake(tx: Tx, batches: readonly Batch[], verdicts: readonly Verdict[][]): Promise<void> {
  const minutes = new Map<string, Minute>();
  const reasons = new Map<string, Reason>();
  batches.forEach((batch, at) => {
    const minute = minuteOf(minutes, batch);
    minute.requests += 1;
    (verdicts[at] ?? []).forEach((verdict, index) => count({ minute, reasons, batch, verdict, index }));
  });
  await writeMinutes(tx, [...minutes.values()]);
  if (reasons.size > 0)
    await writeReasons(
      tx,
      [...reasons.entries()].sort().map(([, reason]) => reason),
    );
}

function minuteOf(minutes: Map<string, Minute>, { sourceId, receivedAt }: Batch): Minute {
  const minute = `${receivedAt.toISOString().slice(0, 16)}:00Z`;
  const name = `${sourceId} ${minute}`;
  const known = minutes.get(name);
  if (known) return known;
  const made = { sourceId, minute, requests: 0, accepted: 0, duplicates: 0, rejected: 0, lagMs: 0, lastTs: null };
  minutes.set(name, made);
  return made;
}

interface Counted {
  minute: Minute;
  reasons: Map<string, Reason>;
  batch: Batch;
  verdict: Verdict;
  index: number;
}

function count({ minute, reasons, batch, verdict, index }: Counted): void {
  const read = batch.events[index];
  const { sourceId, receivedAt } = batch;
  if (verdict === "duplicate") minute.duplicates += 1;
  else if (verdict === "accepted") {
    minute.accepted += 1;
    const ts = read?.event?.ts ?? receivedAt.getTime();
    minute.lagMs += Math.max(0, receivedAt.getTime() - ts);
    const at = new Date(ts).toISOString();
    if (minute.lastTs === null || minute.lastTs < at) minute.lastTs = at;
  } else {
    minute.rejected += 1;
    const reason = verdict.problem;
    const lastAt = receivedAt.toISOString();
    const name = `${String(sourceId).padStart(10, "0")} ${reason}`;
    const known = reasons.get(name) ?? { sourceId, reason, events: 0, lastAt, samples: [] };
    reasons.set(name, known);
    known.events += 1;
    if (known.lastAt < lastAt) known.lastAt = lastAt;
    known.samples.unshift({ at: lastAt, key: read?.key ?? "", index, event: sampleOf(read?.given) });
    if (known.samples.length > SAMPLES) known.samples.pop();
  }
}

async function writeMinutes(tx: Tx, minutes: readonly Minute[]): Promise<void> {
  await tx.prepared.query(
    adding(
      INTAKE,
      `unnest($1::int[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bigint[], $8::timestamptz[])
         as minutes(source_id, minute, requests, accepted, duplicates, rejected, lag_ms, last_ts)`,
    ),
    [
      plainArray(minutes.map(({ sourceId }) => sourceId)),
      textArray(minutes.map(({ minute }) => minute)),
      plainArray(minutes.map(({ requests }) => requests)),
      plainArray(minutes.map(({ accepted }) => accepted)),
      plainArray(minutes.map(({ duplicates }) => duplicates)),
      plainArray(minutes.map(({ rejected }) => rejected)),
      plainArray(minutes.map(({ lagMs }) => lagMs)),
      textArray(minutes.map(({ lastTs }) => lastTs)),
    ],
  );
}

async function writeReasons(tx: Tx, reasons: readonly Reason[]): Promise<void> {
  await tx.prepared.query(
    `insert into usage_rejection as kept (source_id, reason, events, last_at, samples)
     select * from unnest($1::int[], $2::text[], $3::bigint[], $4::timestamptz[], $5::jsonb[])
     on conflict (source_id, reason) do update set events = kept.events + excluded.events,
       last_at = greatest(kept.last_at, excluded.last_at),
       samples = (select jsonb_agg(sample order by at) from (
         select sample, at from jsonb_array_elements(excluded.samples || kept.samples) with ordinality as all_of(sample, at)
         order by at limit ${SAMPLES}) newest)`,
    [
      plainArray(reasons.map(({ sourceId }) => sourceId)),
      textArray(reasons.map(({ reason }) => reason)),
      plainArray(reasons.map(({ events }) => events)),
      textArray(reasons.map(({ lastAt }) => lastAt)),
      textArray(reasons.map(({ samples }) => JSON.stringify(samples))),
    ],
  );
}

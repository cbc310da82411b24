import { db } from "~/platform/db.server";
import { type Candidate, nodesVariant, priceVariant } from "../candidate";
import type { SourceRow, VariantInput } from "../rehearsal-input";
import { listOwnRows, type OwnRow, sourceRow } from "./read-rehearsals.server";

/** A candidate with the change that might mend it, and the rows in which it would. */
export interface Found {
  candidate: Candidate;
  variant: VariantInput;
  rows: SourceRow[];
}

export const LOOK_DAYS = 30;
/** A wait that counts: shorter ones are the scheduler's normal work. */
const WAIT_MINUTES = 10;
/** Hours in which a size waited. */
const WAITED_HOURS = 24;
/** A queue for most of the day, on most days. */
const QUEUE_HOURS = 12;
const QUEUE_DAYS = LOOK_DAYS / 2;
const GPUS_OF_GANG = 16;

/** SQL for the times in which tasks of a row waited, by size; of a type, if these are joined. */
const WAITED = `waited as (
  select t.cluster_name, t.gpu_type, t.gpus_min, range_agg(tstzrange(t.accepted_at, over.at)) as times
  from task t join cluster c on c.name = t.cluster_name and c.engine_id is null
    cross join lateral (select least($until, coalesce(t.placed_at, t.finished_at, $until)) as at) over
  where t.accepted_at >= $from and over.at > t.accepted_at + interval '${WAIT_MINUTES} minutes'
  group by 1, 2, 3)`;

/** SQL for the hours of multirange `times`. */
const hoursOf = (times: string) =>
  `(select coalesce(sum(extract(epoch from upper(one) - lower(one))), 0)::float8 / 3600 from unnest(${times}) one)`;

/** Finds what stands out in the last 30 days: at most one of each kind, the strongest that a change could mend. */
export async function findCandidates({ now }: { now: Date }): Promise<Found[]> {
  const period = { from: new Date(now.getTime() - LOOK_DAYS * 86_400_000), until: now };
  const [rows, waits, queues] = await Promise.all([listOwnRows({ now }), listWaits(period), listQueues(period)]);
  const ofNodes = async (kind: WaitOfSize["kind"]): Promise<Found[]> => {
    for (const candidate of waits) {
      if (candidate.kind !== kind) continue;
      const row = rows.find(({ cluster, gpuType }) => cluster === candidate.cluster && gpuType === candidate.gpuType);
      const variant = row ? nodesVariant(candidate, row, await listNodes(row)) : null;
      if (row && variant) return [{ candidate, variant, rows: [sourceRow(row)] }];
    }
    return [];
  };
  const [queue] = queues;
  const ofType = rows.filter(({ gpuType }) => gpuType === queue?.candidate.gpuType).map(sourceRow);
  return [
    ...(await ofNodes("fragments")),
    ...(await ofNodes("full")),
    ...(queue && ofType.length > 0
      ? [{ candidate: queue.candidate, variant: priceVariant(queue.candidate, queue.cents), rows: ofType }]
      : []),
  ];
}

interface Period {
  from: Date;
  until: Date;
}

type WaitOfSize = Extract<Candidate, { cluster: string }>;

/** Sizes that waited long, the longest first, by whether as many GPUs of their row were free meanwhile. */
async function listWaits({ from, until }: Period): Promise<WaitOfSize[]> {
  return await db.query<WaitOfSize>(
    `with ${WAITED}
     select while.kind, w.cluster_name as cluster, w.gpu_type as "gpuType", w.gpus_min as gpus,
       sum(in_vain.hours)::float8 as hours
     from waited w join gpu_use u on (u.cluster_name, u.gpu_type) = (w.cluster_name, w.gpu_type)
       cross join lateral (select tstzrange(u.at, u.at + u.samples * interval '1 minute') as time) sampled
       cross join lateral (select ${hoursOf("w.times * tstzmultirange(sampled.time)")} as hours) in_vain
       cross join lateral (
         select case when u.in_service - u.busy >= w.gpus_min * u.samples then 'fragments' else 'full' end as kind) while
     where u.at >= $from and w.times && sampled.time and (while.kind = 'full' or w.gpus_min < ${GPUS_OF_GANG})
     group by 1, 2, 3, 4 having sum(in_vain.hours) >= ${WAITED_HOURS} order by hours desc, 1, 2, 3, 4`,
    { from, until },
  );
}

async function listQueues({ from, until }: Period) {
  const rows = await db.query<{ gpuType: string; days: number; cents: number }>(
    `with ${WAITED}, queue as (
       select w.gpu_type, range_agg(one) as times from waited w, unnest(w.times) one group by 1)
     select q.gpu_type as "gpuType", count(*)::int as days, p.pph_cents as cents
     from queue q join price p on p.gpu_type = q.gpu_type and p.pph_cents > 0
       cross join generate_series($from::timestamptz, $until::timestamptz - interval '1 day', interval '1 day') day
     where ${hoursOf("q.times * tstzmultirange(tstzrange(day, day + interval '1 day'))")} >= ${QUEUE_HOURS}
     group by 1, 3 having count(*) > ${QUEUE_DAYS} order by days desc, 1`,
    { from, until },
  );
  return rows.map(({ gpuType, days, cents }) => ({
    candidate: { kind: "queue" as const, gpuType, days, of: LOOK_DAYS },
    cents,
  }));
}

async function listNodes({ cluster, gpuType }: OwnRow): Promise<{ name: string; gpus: number }[]> {
  return await db.query<{ name: string; gpus: number }>(
    `select node_name as name, gpus from node
     where cluster_name = $1 and gpu_type = $2 and retired_at is null and pilot_of is null order by node_name`,
    [cluster, gpuType],
  );
}

import { db } from "~/platform/db.server";

/** Load of one GPU, with one figure for each point of the task's chart. */
export interface GpuLoad {
  /** Rank of its node in the gang, from 0. */
  rank: number;
  /** Id of the GPU on its node. */
  gpu: number;
  busy: (number | null)[];
  mem_mb: (number | null)[];
}

interface Row {
  ts: number;
  rank: number;
  gpu: number;
  busy: number | null;
  mem_mb: number | null;
}

/**
 * Load of each GPU of a task at the points of its chart, every `stepSeconds`. Agents report them in the order of the placement's GPUs.
 */
export async function readGpuLoad({
  resvGuid,
  pointsTs,
  stepSeconds,
  from,
  now,
}: {
  resvGuid: string;
  pointsTs: readonly number[];
  stepSeconds: number;
  from: Date;
  now: Date;
}): Promise<GpuLoad[]> {
  const rows = await db.query<Row>(
    `select (floor(extract(epoch from l.at) / $3) * $3)::int as ts, p.rank, p.gpus[each.place] as gpu,
       round(avg(each.busy)::numeric, 1)::float8 as busy, round(avg(each.mem)::numeric)::float8 as mem_mb
     from task_load l join placement p on p.placement_id = l.placement_id,
       unnest(l.gpu_busy_each, l.gpu_mem_mb_each) with ordinality as each(busy, mem, place)
     where l.resv_guid = $1 and l.at > $2 and l.at <= $4 and each.place <= cardinality(p.gpus)
     group by 1, 2, 3 order by 2, 3, 1`,
    [resvGuid, from, stepSeconds, now],
  );
  const place = new Map(pointsTs.map((ts, index) => [ts, index]));
  const gpus = new Map<string, GpuLoad>();
  for (const { ts, rank, gpu, busy, mem_mb } of rows) {
    const name = `${rank}:${gpu}`;
    const one = gpus.get(name) ?? { rank, gpu, busy: nothing(pointsTs), mem_mb: nothing(pointsTs) };
    gpus.set(name, one);
    const at = place.get(ts);
    if (at === undefined) continue;
    one.busy[at] = busy;
    one.mem_mb[at] = mem_mb;
  }
  return [...gpus.values()];
}

function nothing(pointsTs: readonly number[]): null[] {
  return Array.from(pointsTs, () => null);
}

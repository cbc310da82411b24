import type { Network } from "~/compute/gpu-sizes";
import type { Share } from "~/compute/planner";
import { NO_FUNDS, SPEND_REACHED, TIME_IS_OVER } from "~/compute/task-states";
import { asPphCents, unitsFor, wholeCents } from "~/money/units";
import { db } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import type { Past, PastEnd, PastNode, PastTask } from "./plan";
import type { SourceRow } from "./rehearsal-input";
import type { ServiceChange } from "./replay";
import { lessRefund } from "./summarise";
import { gapsOf } from "./truth";

/** Tasks of a statement: few enough that their rows are garbage before the next ones come. */
const PAGE = 10_000;
/** Time in which a task that has ended gives its GPUs back, silent nodes included. */
const FREE_WITHIN = "1 hour";
/** Run time of a task that never ran, if no task of its size did. */
const UNKNOWN_RUN_S = 3600;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** SQL for the reason of the end of task `t`, as a `PastEnd`. */
const ENDED = `case when t.state = 'lost' then 'node lost' when t.state = 'failed' then 'failure'
  when t.state = 'killed' and t.reason = '${NO_FUNDS}' then 'funds' when t.state = 'killed' then 'owner'
  when t.state = 'finished' and t.reason in ('${TIME_IS_OVER}', '${SPEND_REACHED}') then 'declared'
  when t.state = 'finished' and coalesce(t.exit_code, 0) = 0 then 'itself' when t.state = 'finished' then 'failure'
  else 'still running' end`;

/** SQL for the columns of a `TaskRow`, from `task t` and `HELD`. */
const COLUMNS = `t.resv_guid as id, t.tenant_id as "tenantId", t.cluster_name as "clusterName", t.gpu_type as "gpuType",
  t.accepted_at as "acceptedAt", t.gpus_min as "gpusMin", t.gpus_max as "gpusMax", t.gpus_incr as "gpusIncr", t.network,
  t.max_seconds as "maxSeconds", t.accepted_gpu_pph as "acceptedGpuPph", t.gpus_granted as "gpusGranted", t.pph,
  t.charged_seconds as "chargedS", t.billed_cents as "billedCents", ${ENDED} as ended, t.state_at as "stateAt",
  held.from_at as "heldFrom", held.to_at as "heldTo", held.ran_until as "ranUntil"`;

/**
 * SQL for the moment at which placement `p` of task `t` gave its GPUs back; null: not yet. Those of a silent node stay
 * taken until it is back, but the task has lost them at its end.
 */
const FREE_AT = `case when t.finished_at is null then null when t.state = 'lost' or p.ended_at is null then t.state_at
  else p.ended_at end`;

/** SQL for the end of placement `p`: if its node was lost, that of its program, without the time that it waited for it. */
const RAN_UNTIL = `case when t.state = 'lost' then coalesce(p.seen_running_at, t.state_at) else ${FREE_AT} end`;

/** SQL: placement `p` is not one of those that failed before the last. */
const LAST_ATTEMPT = `p.attempt = (select max(latest.attempt) from placement latest where latest.resv_guid = p.resv_guid)`;

/** SQL for the time in which a task had its GPUs. */
const HELD = `left join lateral (
  select min(p.assigned_at) as from_at, max(${FREE_AT}) as to_at, max(${RAN_UNTIL}) as ran_until
  from placement p where p.resv_guid = t.resv_guid and ${LAST_ATTEMPT}) held on true`;

/** SQL: task `t` ran on the operator's own nodes: of an engine's machines only the engine knows. */
const ON_OWN_NODES = `t.cluster_name in (select name from cluster where engine_id is null)`;

interface TaskRow {
  id: string;
  tenantId: number;
  clusterName: string;
  gpuType: string;
  acceptedAt: Date;
  gpusMin: number;
  gpusMax: number;
  gpusIncr: number;
  network: Network;
  maxSeconds: number;
  acceptedGpuPph: number;
  gpusGranted: number;
  pph: number;
  chargedS: number;
  billedCents: number;
  ended: PastEnd;
  stateAt: Date;
  heldFrom: Date | null;
  heldTo: Date | null;
  ranUntil: Date | null;
}

interface EarlierRow extends TaskRow {
  placed: Share[] | null;
  chargedBefore: number;
}

/**
 * Reads what happened in a period: the tasks accepted in it, those that waited or ran at its beginning, and the nodes of
 * the operator's own fleet with the times in which they took tasks; with `rows` only of these. Tasks that ran keep their
 * real GPUs, for the rest of their time; those that waited join the queue with the period's first second, in the order of
 * their acceptance.
 */
export async function readPast({
  rows: only,
  ...period
}: Period & { rows?: readonly SourceRow[] | undefined }): Promise<Past> {
  const { fromS, untilS } = period;
  const isPlayed = playedIn(only);
  const tasks: PastTask[] = [];
  const reader = new TaskReader(period);
  const earlier = await readEarlier(new Date(fromS * 1000));
  for (const row of earlier) if (isPlayed(row) && !reader.wasOver(row)) tasks.push(reader.taskOf(row));
  for (let last: LastRead | null = { acceptedAt: new Date(fromS * 1000), id: NO_ID }; last;) {
    const rows = await readPage(last, new Date(untilS * 1000));
    for (const row of rows) if (isPlayed(row)) tasks.push(reader.taskOf(row));
    last = rows.length < PAGE ? null : (rows.at(-1) ?? null);
  }
  setUnknownRuns(tasks);
  return { fromS, untilS, tasks, ...(await readFleet(period, isPlayed)), tenants: await readTenants(tasks) };
}

interface Period {
  fromS: number;
  untilS: number;
}

type IsPlayed = (of: Pick<PastNode, "clusterName" | "gpuType">) => boolean;

function playedIn(rows: readonly SourceRow[] | undefined): IsPlayed {
  if (!rows) return () => true;
  const names = new Set(rows.map(({ cluster_name, gpu_type }) => `${cluster_name}:${gpu_type}`));
  return ({ clusterName, gpuType }) => names.has(`${clusterName}:${gpuType}`);
}

/** Tasks that were accepted before the period and not over then, in the order of acceptance. */
async function readEarlier(from: Date): Promise<EarlierRow[]> {
  return await db.query<EarlierRow>(
    `select ${COLUMNS}, (
       select jsonb_agg(jsonb_build_object('nodeId', p.node_id, 'gpus', p.gpus) order by p.rank) from placement p
       where p.resv_guid = t.resv_guid and p.assigned_at = held.from_at) as placed, coalesce((
       select sum(least(charge.units::float8 / nullif(t.pph, 0), extract(epoch from $1::timestamptz - charge.from_ts)::float8))
       from task_charge charge where charge.resv_guid = t.resv_guid and charge.from_ts < $1), 0) as "chargedBefore"
     from task t ${HELD}
     where t.accepted_at < $1 and ${ON_OWN_NODES}
       and (t.finished_at is null or t.finished_at > $1::timestamptz - interval '${FREE_WITHIN}')
     order by t.accepted_at, t.resv_guid`,
    [from],
  );
}

type LastRead = Pick<TaskRow, "acceptedAt" | "id">;

/** The next tasks that were accepted after that one. */
async function readPage({ acceptedAt, id }: LastRead, until: Date): Promise<TaskRow[]> {
  return await db.query<TaskRow>(
    `select ${COLUMNS} from (
       select * from task t where (t.accepted_at, t.resv_guid) > ($1, $2::uuid) and t.accepted_at < $3 and ${ON_OWN_NODES}
       order by t.accepted_at, t.resv_guid limit ${PAGE}) t ${HELD}
     order by t.accepted_at, t.resv_guid`,
    [acceptedAt, id, until],
  );
}

/** Makes tasks of rows. Equal names are one string, which matters with a million of them. */
class TaskReader {
  private readonly names = new Map<string, string>();
  private readonly fromS: number;
  private readonly untilS: number;

  constructor({ fromS, untilS }: Period) {
    [this.fromS, this.untilS] = [fromS, untilS];
  }

  /** True if it had its GPUs before the period. */
  ran({ heldFrom }: TaskRow): boolean {
    return heldFrom !== null && secondOf(heldFrom) < this.fromS;
  }

  wasOver(row: TaskRow): boolean {
    const overAt = row.heldTo ?? (row.ended === "still running" ? null : row.stateAt);
    return overAt !== null && secondOf(overAt) <= this.fromS;
  }

  taskOf(row: TaskRow & { placed?: Share[] | null; chargedBefore?: number }): PastTask {
    const ran = this.ran(row);
    const heldFromS = row.heldFrom && Math.max(this.fromS, secondOf(row.heldFrom));
    const heldToS = row.heldTo && secondOf(row.heldTo);
    const acceptedS = secondOf(row.acceptedAt);
    const chargedS = row.chargedS - Math.round(row.chargedBefore ?? 0);
    const leavesS = heldFromS === null && row.ended !== "still running" ? secondOf(row.stateAt) : null;
    const overS = heldToS ?? leavesS ?? Infinity;
    const billed = ran ? wholeCents(unitsFor(asPphCents(row.pph), chargedS)) : BigInt(row.billedCents);
    const kept = row.ended === "node lost" ? lessRefund(billed, { pph: row.pph, chargedSeconds: chargedS }) : billed;
    return {
      id: row.id,
      tenantId: row.tenantId,
      clusterName: this.nameOf(row.clusterName),
      gpuType: this.nameOf(row.gpuType),
      submitS: Math.max(this.fromS, acceptedS),
      acceptedS: acceptedS < this.fromS ? acceptedS : null,
      gpusMin: row.gpusMin,
      gpusMax: row.gpusMax,
      gpusIncr: row.gpusIncr,
      network: this.nameOf(row.network),
      gpuPph: row.gpusGranted > 0 ? row.pph / row.gpusGranted : row.acceptedGpuPph,
      maxSeconds: row.maxSeconds,
      heldS: heldFromS === null ? NaN : heldToS === null ? Infinity : heldToS - heldFromS,
      chargedS,
      ended: overS >= this.untilS ? "still running" : row.ended,
      leavesS,
      held: ran ? (row.placed ?? null) : null,
      real: {
        startS: heldFromS !== null && heldFromS < this.untilS ? heldFromS : null,
        endS: row.ranUntil !== null && overS < this.untilS ? secondOf(row.ranUntil) : null,
        gpus: row.gpusGranted,
        cents: overS >= this.untilS ? 0 : Number(kept),
      },
    };
  }

  private nameOf<Name extends string>(name: Name): Name {
    const known = this.names.get(name);
    if (known === undefined) this.names.set(name, name);
    return (known ?? name) as Name;
  }
}

/** Tasks that never had GPUs would run as long as half of the others of their size did. */
function setUnknownRuns(tasks: readonly PastTask[]): void {
  const isKnown = ({ heldS }: PastTask) => Number.isFinite(heldS);
  const runs = groupBy(tasks.filter(isKnown), ({ gpusMin }) => gpusMin);
  const usual = new Map([...runs].map(([gpus, ran]) => [gpus, middleOf(ran.map(({ heldS }) => heldS))]));
  for (const task of tasks) {
    if (Number.isNaN(task.heldS)) task.heldS = task.chargedS = usual.get(task.gpusMin) ?? UNKNOWN_RUN_S;
  }
}

function middleOf(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? UNKNOWN_RUN_S;
}

interface NodeRow extends PastNode {
  enrolledAt: Date;
  retiredAt: Date | null;
}

interface ServiceRow {
  nodeId: number;
  fromTs: Date;
  toTs: Date | null;
  ibsActive: number;
  lost: boolean;
}

/** Reads the operator's own nodes that were enrolled in the period, and when they took tasks. */
async function readFleet(
  { fromS, untilS }: Period,
  isPlayed: IsPlayed,
): Promise<Pick<Past, "nodes" | "changes" | "serviceKnownFromS" | "usedOutOfServiceGpuS">> {
  const [from, until] = [new Date(fromS * 1000), new Date(untilS * 1000)];
  const enrolled = await db.query<NodeRow>(
    `select n.id as "nodeId", n.node_name as "nodeName", n.gpus, n.ibs_active as "ibsActive", n.cluster_name as "clusterName",
       n.gpu_type as "gpuType", n.enrolled_at as "enrolledAt", n.retired_at as "retiredAt"
     from node n join cluster c on c.name = n.cluster_name and c.engine_id is null
     where n.pilot_of is null and n.enrolled_at < $2 and (n.retired_at is null or n.retired_at > $1) order by n.id`,
    [from, until],
  );
  const nodes = enrolled.filter(isPlayed);
  const times = groupBy(
    await db.query<ServiceRow>(
      `select node_id as "nodeId", from_ts as "fromTs", to_ts as "toTs", ibs_active as "ibsActive",
         coalesce(ended_as = 'lost', false) as lost
       from node_service where from_ts < $2 and (to_ts is null or to_ts > $1) order by node_id, from_ts`,
      [from, until],
    ),
    ({ nodeId }) => nodeId,
  );
  const [{ at: knownFrom } = { at: null }] = await db.query<{ at: Date | null }>(
    `select min(from_ts) as at from node_service`,
  );
  const changes = nodes
    .flatMap((node) => changesOf(node, times.get(node.nodeId) ?? [], { fromS, untilS, knownFrom }))
    .sort((a, b) => a.atS - b.atS);
  return {
    nodes: nodes.map(({ enrolledAt: _enrolled, retiredAt: _retired, ...node }) => ({
      ...node,
      ibsActive: Math.max(node.ibsActive, ...(times.get(node.nodeId) ?? []).map(({ ibsActive }) => ibsActive)),
    })),
    changes,
    serviceKnownFromS: knownFrom && secondOf(knownFrom),
    usedOutOfServiceGpuS: await sumUsedOutOfService(gapsOf({ nodes, changes, fromS, untilS })),
  };
}

/** Sums the GPU-seconds of tasks in times in which their nodes took none: they count as in service (S1). */
async function sumUsedOutOfService(gaps: ReturnType<typeof gapsOf>): Promise<number> {
  const [sum] = await db.query<{ gpuS: number }>(
    `select coalesce(sum(cardinality(p.gpus) * extract(epoch from used.to_ts - used.from_ts)), 0)::float8 as "gpuS"
     from unnest($nodeIds::int[], $froms::float8[], $tos::float8[]) gap(node_id, from_s, to_s)
       join placement p on p.node_id = gap.node_id and p.assigned_at < to_timestamp(gap.to_s)
         and (p.ended_at is null or p.ended_at > to_timestamp(gap.from_s))
       join task t on t.resv_guid = p.resv_guid
       cross join lateral (select greatest(p.assigned_at, to_timestamp(gap.from_s)) as from_ts,
         least(${RAN_UNTIL}, to_timestamp(gap.to_s)) as to_ts) used
     where used.to_ts > used.from_ts and ${LAST_ATTEMPT}`,
    {
      nodeIds: gaps.map(({ nodeId }) => nodeId),
      froms: gaps.map(({ fromS }) => fromS),
      tos: gaps.map(({ toS }) => toS),
    },
  );
  return sum?.gpuS ?? 0;
}

/** Changes of a node within the period. Until its service was first written down, it counts as taking tasks. */
function changesOf(
  { nodeId, enrolledAt, retiredAt }: NodeRow,
  times: readonly ServiceRow[],
  { fromS, untilS, knownFrom }: Period & { knownFrom: Date | null },
): ServiceChange[] {
  const knownS = knownFrom ? secondOf(knownFrom) : Infinity;
  const unknown = { fromS: secondOf(enrolledAt), toS: Math.min(knownS, retiredAt ? secondOf(retiredAt) : Infinity) };
  const spans = [
    ...(unknown.toS > unknown.fromS ? [{ ...unknown, lost: false }] : []),
    ...times.map(({ fromTs, toTs, lost }) => ({
      fromS: secondOf(fromTs),
      toS: toTs ? secondOf(toTs) : Infinity,
      lost,
    })),
  ].filter(({ toS }) => toS > fromS);
  const steps = spans.flatMap((span): ServiceChange[] => [
    { atS: Math.max(fromS, span.fromS), nodeId, becomes: "in service" },
    { atS: span.toS, nodeId, becomes: span.lost ? "lost" : "draining" },
  ]);
  return [{ atS: fromS, nodeId, becomes: "draining" as const }, ...steps].filter(
    // Of several changes in one second only the last one counts, and nodes are in service at first.
    ({ atS, becomes }, at, all) =>
      atS < untilS && all[at + 1]?.atS !== atS && (atS > fromS || becomes !== "in service"),
  );
}

async function readTenants(tasks: readonly PastTask[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; name: string }>(
    `select id, tenant_name as name from tenant where id = any($1::int[])`,
    [[...new Set(tasks.map(({ tenantId }) => tenantId))]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function secondOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

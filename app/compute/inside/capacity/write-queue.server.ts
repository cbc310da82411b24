import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { TASK_WAITS } from "~/compute/capacity-sql.server";
import type { HoldOfRow } from "./hold";
import type { PlaceInLine } from "./plan-row";
import type { Row } from "./read-row.server";

/** Keeps, changes and ends the holds of a row (S11). */
export async function writeHolds(
  tx: Tx,
  { clusterName, gpuType }: Row,
  before: readonly HoldOfRow[],
  after: readonly HoldOfRow[],
  now: Date,
): Promise<void> {
  if (textOf(before) === textOf(after)) return;
  const holders = after.map(({ resvGuid }) => resvGuid);
  await tx.query(`delete from row_hold where cluster_name = $1 and gpu_type = $2 and resv_guid <> all($3::uuid[])`, [
    clusterName,
    gpuType,
    holders,
  ]);
  for (const { resvGuid, nodeIds } of after)
    await tx.query(
      `insert into row_hold (cluster_name, gpu_type, resv_guid, node_ids, since) values ($1, $2, $3, $4, $5)
       on conflict (resv_guid) do update set cluster_name = excluded.cluster_name, gpu_type = excluded.gpu_type,
         node_ids = excluded.node_ids`,
      [clusterName, gpuType, resvGuid, nodeIds, now],
    );
  await announce(tx, [{ entity: "capacity", key: `${clusterName}:${gpuType}` }]);
}

/** Equal holds have equal texts. */
function textOf(holds: readonly HoldOfRow[]): string {
  const texts = holds.map(
    ({ resvGuid, nodeIds }) => `${resvGuid} ${nodeIds.toSorted((one, other) => one - other).join(",")}`,
  );
  return texts.toSorted().join(" ");
}

interface WrittenBefore {
  resvGuid: string;
  position: number | null;
  waitReason: string;
}

/** Places behind this one are written in turns, since each placement changes all places behind it. */
const FAR = 1000;
/** Seconds in which each place has its turn. A prime, so that each place has one whatever the beat of the runs. */
const TURNS = 31;

export interface ChangedWaits {
  now: PlaceInLine[];
  /** Far places whose turn comes later. */
  later: number;
}

/** Finds the places and reasons of the queue that changed, and that are written in this turn (S15, 3.2). */
export function changedWaits(before: readonly WrittenBefore[], waits: PlaceInLine[], at: Date): ChangedWaits {
  const turn = Math.floor(at.getTime() / 1000) % TURNS;
  const written = new Map(before.map((one) => [one.resvGuid, one]));
  let later = 0;
  const now = waits.filter(({ task, position, reason }) => {
    const old = written.get(task.resvGuid);
    if (old?.position === position && old.waitReason === reason) return false;
    const onlyMoved = old !== undefined && old.position !== null && old.waitReason === reason;
    const waitsForTurn = onlyMoved && position > FAR && Math.floor(position / FAR) % TURNS !== turn;
    if (waitsForTurn) later += 1;
    return !waitsForTurn;
  });
  return { now, later };
}

/** Writes them. A task that is locked is being changed or removed; the next run sees the result. */
export async function writeWaits(tx: Tx, { clusterName }: Row, changed: PlaceInLine[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = await tx.query<{ id: string; tenantId: number }>(
    `with given as (select * from unnest($1::uuid[], $2::int[], $3::text[]) as g(id, position, reason)),
     locked as (
       select t.resv_guid from task t where t.resv_guid = any($1) and ${TASK_WAITS}
       for no key update skip locked
     )
     update task t set position = g.position, wait_reason = g.reason, version = t.version + 1
     from given g join locked on locked.resv_guid = g.id where t.resv_guid = g.id
     returning t.resv_guid as id, t.tenant_id as "tenantId"`,
    [
      changed.map(({ task }) => task.resvGuid),
      changed.map(({ position }) => position),
      changed.map(({ reason }) => reason),
    ],
  );
  await announce(tx, [
    ...rows.map(({ id }) => ({ entity: "task" as const, key: id })),
    { entity: "scheduled", key: clusterName },
  ]);
}

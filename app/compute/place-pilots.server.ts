import type { Tx } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { unauthorized } from "~/platform/unauthorized";
import { decidePph, isFunded } from "./inside/capacity/decide";
import { placeTasks } from "./inside/capacity/place.server";
import { notifyStarted } from "./inside/capacity/notify-started.server";
import { readFunds } from "./inside/capacity/read-funds.server";
import { readGpuPph, readWaiting, type Row } from "./inside/capacity/read-row.server";
import type { PlacingDecision, WaitingTask } from "./inside/capacity/waiting-task";
import { lockRow } from "./inside/tasks/lock-row.server";
import { gpusOfPlace } from "./inside/engines/gpus-of-place";
import { M } from "./messages";

/** A place whose row the transaction holds, and the task that waits for it. */
export interface LockedPlace {
  name: string;
  row: Row;
  task: WaitingTask;
  /** Price in cents per hour, if it were placed now. */
  pphCents: number;
  /** The number of requested machines, and of GPUs on each. */
  nodes: number;
  gpusPerNode: number;
  settings: unknown;
}

interface StoredPlace extends Row {
  name: string;
  resvGuid: string;
  attempt: number;
  state: string;
  placed: boolean;
  settings: unknown;
}

/**
 * Locks a place whose pilots ask for admission. It admits while it is open, its task waits for this very attempt and
 * its tenant can pay (S12). Locks the row of capacity first. @throws Refusal 401, 409, 410.
 */
export async function lockPlace(tx: Tx, { tokenHash, now }: { tokenHash: string; now: Date }): Promise<LockedPlace> {
  const [known] = await tx.query<Row>(
    `select t.cluster_name as "clusterName", t.gpu_type as "gpuType" from engine_place place
       join task t on t.resv_guid = place.resv_guid where place.token_hash = $1`,
    [tokenHash],
  );
  if (!known) throw unauthorized();
  await lockRow(tx, known);
  const place = await readPlace(tx, tokenHash);
  if (place.placed) throw new Refusal(M.placeTaken, { status: 409 });
  if (place.state === "ended" || place.state === "unwanted") throw new Refusal(M.placeOver, { status: 410 });
  const row = { clusterName: place.clusterName, gpuType: place.gpuType };
  const task = (await readWaiting(tx, row, now)).find(({ resvGuid }) => resvGuid === place.resvGuid);
  if (!task || task.attempts + 1 !== place.attempt) throw new Refusal(M.placeNotNeeded, { status: 410 });
  const terms = { funds: await readFunds(tx, [task], now), gpuPph: await readGpuPph(tx, row.gpuType) };
  if (!isFunded(task, terms)) throw new Refusal(M.placeNotPaid, { status: 409 });
  const { name, settings } = place;
  return { name, row, task, pphCents: decidePph(task, terms.gpuPph), ...gpusOfPlace(task.gpusMin), settings };
}

async function readPlace(tx: Tx, tokenHash: string): Promise<StoredPlace> {
  const [place] = await tx.query<StoredPlace>(
    `select place.name, place.resv_guid as "resvGuid", place.attempt, place.state, place.placed_at is not null as placed,
       t.cluster_name as "clusterName", t.gpu_type as "gpuType", engine.settings
     from engine_place place join task t on t.resv_guid = place.resv_guid join engine on engine.id = place.engine_id
     where place.token_hash = $1 for no key update of place`,
    [tokenHash],
  );
  if (!place) throw new Error("the place is gone");
  return place;
}

/**
 * The first pilot decides which of the engine's jobs is the place, if there are two: a gang never mixes both, and the
 * other one is cancelled (20.6). @throws Refusal 409.
 */
export async function takeJob(tx: Tx, { name }: LockedPlace, job: string): Promise<void> {
  if (job === "") return;
  const taken = await tx.query(
    `update engine_place set external_id = $2 where name = $1
       and (external_id = $2 or not exists (select from node where pilot_of = $1 and retired_at is null)) returning name`,
    [name, job],
  );
  if (taken.length === 0) throw new Refusal(M.placeTaken, { status: 409 });
}

/**
 * Places the task on its pilots once all of them have enrolled; false while some are missing. Uses the code of the
 * planner's decisions, which checks again that the task waits and can be paid. @throws Refusal 410.
 */
export async function placeOnPilots(tx: Tx, place: LockedPlace, now: Date): Promise<boolean> {
  const { name, row, task, pphCents, nodes, gpusPerNode } = place;
  const pilots = await tx.query<{ nodeId: number }>(
    `select id as "nodeId" from node where pilot_of = $1 and retired_at is null order by pilot_rank`,
    [name],
  );
  if (pilots.length < nodes) return false;
  const gpus = Array.from({ length: gpusPerNode }, (_, gpu) => gpu);
  const shares = pilots.map(({ nodeId }) => ({ nodeId, gpus }));
  const decision: PlacingDecision = { task, gpus: task.gpusMin, pphCents, shares };
  const placed = await placeTasks(tx, row, [decision], now);
  if (placed.length === 0) throw new Refusal(M.placeNotNeeded, { status: 410 });
  await tx.query(`update engine_place set placed_at = $2 where name = $1`, [name, now]);
  await notifyStarted(tx, placed, now);
  return true;
}

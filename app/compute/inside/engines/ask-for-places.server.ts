import { command } from "~/platform/announce.server";
import type { Tx } from "~/platform/db.server";
import { engineBeat } from "~/compute/engine-beat";
import { engineWaitOf } from "~/compute/engine-waits";
import type { WaitReason } from "~/compute/placing-times";
import { engineSettings } from "~/compute/engine-settings";
import { readFunds } from "~/compute/inside/capacity/read-funds.server";
import { readGpuPph, readGpusInUse, readHolds, readWaiting, type Row } from "~/compute/inside/capacity/read-row.server";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";
import { changedWaits, writeHolds, writeWaits } from "~/compute/inside/capacity/write-queue.server";
import { lockRow } from "~/compute/inside/tasks/lock-row.server";
import { placeName } from "./place-name";
import { announceFree } from "./record-nodes.server";
import { AVOID_S, MACHINE_FAILED, PLACE_IS_NEEDED, PLACE_IS_OPEN } from "./place-sql.server";
import { type AskState, planPlaces } from "./plan-places";

/** The engine of a row's cluster. */
export interface EngineOfRow {
  engineId: number;
  settings: unknown;
  held: boolean;
}

/**
 * Records which places to request from the engine, in our own order. The request follows later, because no transaction
 * waits for a network. A task that waits here is placed once its pilots enrol (20.2).
 */
export async function askForPlaces(
  tx: Tx,
  row: Row,
  { engineId, settings, held }: EngineOfRow,
  now: Date,
): Promise<void> {
  await lockRow(tx, row);
  const waiting = await readWaiting(tx, row, now);
  const plan = planPlaces({
    waiting,
    inUse: await readGpusInUse(tx, row),
    ...(await readAsked(tx, row, now)),
    window: engineSettings(settings).window,
    held,
    gpuPph: await readGpuPph(tx, row.gpuType),
    funds: await readFunds(tx, waiting, now),
  });
  await insertPlaces(tx, plan.ask, engineId, now);
  if (plan.ask.length > 0) await announceFree(tx, engineId);
  // The operator's nodes may have been fenced here before the cluster had an engine.
  await writeHolds(tx, row, await readHolds(tx, row), [], now);
  await writeWaits(tx, row, changedWaits(waiting, plan.waits, now).now);
}

interface AskedPlace {
  resvGuid: string;
  kind: string;
  started: boolean;
  away: boolean;
  /** Not sent while the operator lets the engine be asked for nothing new. */
  held: boolean;
  /** True while its turn to be asked for is still to come. */
  later: boolean;
}

async function readAsked(tx: Tx, { clusterName, gpuType }: Row, now: Date): Promise<Pick<AskState, "asked" | "open">> {
  const rows = await tx.query<AskedPlace>(
    `select t.resv_guid as "resvGuid", place.reason_kind as kind, place.state = 'running' as started,
       engine.state <> 'ok' as away, engine.held_at is not null and place.state = 'wanted' as held, place.state = 'wanted' and place.wanted_at > $3 as later from engine_place place join task t on t.resv_guid = place.resv_guid
       join engine on engine.id = place.engine_id
     where t.cluster_name = $1 and t.gpu_type = $2 and place.state <> 'ended' and ${PLACE_IS_NEEDED}
       and ${PLACE_IS_OPEN}`,
    [clusterName, gpuType, now],
  );
  return {
    asked: new Map(rows.map((place) => [place.resvGuid, waitOf(place)])),
    open: rows.filter(({ kind, later }) => kind !== "never" && !later).length,
  };
}

function waitOf({ kind, started, away, held }: AskedPlace): WaitReason | null {
  if (away) return "cluster_unreachable";
  if (started) return "cluster_starting";
  if (held) return "cluster_closed";
  // The request was sent, and the engine has not given a reason yet.
  return kind === "" ? "cluster_asked" : engineWaitOf(kind);
}

/**
 * A place of that name that ended without its task is not asked for again: the attempt has to count first. One whose last
 * machine saw no agent, or a fault, waits, at a Slurm, which cannot be told to choose another one (20.3).
 */
async function insertPlaces(tx: Tx, tasks: readonly WaitingTask[], engineId: number, now: Date): Promise<void> {
  if (tasks.length === 0) return;
  await tx.query(
    `insert into engine_place (name, resv_guid, attempt, engine_id, wanted_at, reason_kind)
     select p.name, p.resv_guid, p.attempt, $4, coalesce(until.at, $5), case when until.at is null then '' else 'launch-failed' end
     from unnest($1::text[], $2::uuid[], $3::int[]) as p(name, resv_guid, attempt) left join lateral (
       select coalesce(place.ended_at, $5) + interval '${AVOID_S} seconds' as at from engine_place place join engine on engine.id = $4
       where place.resv_guid = p.resv_guid and place.attempt = p.attempt - 1 and ${MACHINE_FAILED} and place.hosts <> '{}'
         and engine.kind = 'slurm') until on true
     on conflict do nothing`,
    [
      tasks.map(placeName),
      tasks.map(({ resvGuid }) => resvGuid),
      tasks.map(({ attempts }) => attempts + 1),
      engineId,
      now,
    ],
  );
  await command(tx, [{ command: "wake", key: engineBeat(engineId) }]);
}

import { storeStartEstimates } from "~/compute/start-estimates.server";
import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { db, transaction } from "~/platform/db.server";
import { WEEKS_MAX, WEEKS_MIN } from "./draw-future";
import type { ForecastOutcome } from "./run-forecast.server";
import type { Run } from "./run-queue.server";

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
/** Time without a sign of its worker after which a run is lost. */
const LEASE_MS = 10_000;
const RUNS_MAX = 2;

/**
 * Begins the forecast of this hour if nobody has, the past is long enough and nodes take tasks; its row
 * decides between two workers (A45). One that a killed worker left is begun again once. A forecast begins with the nodes
 * that take tasks at this moment.
 */
export async function claimForecast({ holder, now }: { holder: string; now: Date }): Promise<Run | null> {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  if (!(await canForecast({ now }))) return null;
  const [claimed] = await db.query<{ id: number }>(
    `insert into forecast (hour, made_at, holder, lease_until)
     select $hour::int, $now, $holder::uuid, $until
     where exists (select from node_service where to_ts is null) and not exists (select from forecast made where made.hour = $hour
       and (made.lease_until is null or made.lease_until > $now or made.attempts >= $runsMax))
     on conflict (hour) do update
       set made_at = $now, holder = $holder, lease_until = $until, attempts = forecast.attempts + 1
       where forecast.lease_until <= $now and forecast.attempts < $runsMax
     returning hour as id`,
    { hour, now, holder, until: leaseEnd(now), runsMax: RUNS_MAX },
  );
  if (!claimed) return null;
  await sampleNodeService({ now });
  return { id: claimed.id, holder };
}

/** True if there are tasks from which a forecast can be drawn, and nodes on which it can be played. */
export async function canForecast({ now }: { now: Date }): Promise<boolean> {
  const [row] = await db.query<{ can: boolean }>(
    `select exists (select from task where accepted_at >= $from and accepted_at <= $until) and exists (
       select from node n join cluster c on c.name = n.cluster_name and c.engine_id is null
       where n.retired_at is null and n.pilot_of is null) as can`,
    { from: new Date(now.getTime() - WEEKS_MAX * WEEK_MS), until: new Date(now.getTime() - WEEKS_MIN * WEEK_MS) },
  );
  return row?.can ?? false;
}

/** Renews the leases of these runs; returns the holders of those that still run. */
export async function renewForecasts(runs: readonly Run[], now: Date): Promise<string[]> {
  const rows = await db.query<{ holder: string }>(
    `update forecast set lease_until = $2 where holder = any($1::uuid[]) returning holder`,
    [runs.map(({ holder }) => holder), leaseEnd(now)],
  );
  return rows.map(({ holder }) => holder);
}

/** Stores a forecast with its estimates in place of the one before, or why there is none; nothing if the run was lost. */
export async function endForecast({ id, holder }: Run, outcome: ForecastOutcome): Promise<void> {
  const fault = "fault" in outcome ? outcome.fault : null;
  const { starts = [], ...result } = "forecast" in outcome ? outcome.forecast : {};
  await transaction(async (tx) => {
    const [ended] = await tx.query<{ madeAt: Date }>(
      `update forecast set result = $result, fault = $fault, holder = null, lease_until = null where holder = $holder
       returning made_at as "madeAt"`,
      { holder, fault, result: fault === null ? JSON.stringify(result) : null },
    );
    if (!ended) return;
    await tx.query(`delete from forecast where hour < $1 and ($2 or result is null)`, [id, fault === null]);
    if (fault !== null) return;
    const estimates = starts.map(({ id: resvGuid, fromS, untilS }) => ({ resvGuid, fromS, untilS }));
    await storeStartEstimates(tx, estimates, { madeAt: ended.madeAt });
  });
}

/** Leaves a run whose thread ended by itself: it is begun again once. */
export async function loseForecast({ holder }: Run, now: Date): Promise<void> {
  await db.query(`update forecast set lease_until = $2 where holder = $1`, [holder, now]);
}

/** Lets another worker begin the forecast because this one stops. */
export async function returnForecasts(runs: readonly Run[]): Promise<void> {
  await db.query(`delete from forecast where holder = any($1::uuid[])`, [runs.map(({ holder }) => holder)]);
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

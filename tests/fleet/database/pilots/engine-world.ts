import { beginSubmission } from "~/compute/begin-submission.server";
import { recordNodes } from "~/compute/inside/engines/record-nodes.server";
import { scheduleAll } from "~/compute/schedule.server";
import { admitPilot } from "~/fleet/inside/nodes/admit-pilot.server";
import { db } from "~/platform/db.server";
import { now } from "../../../compute/database/capacity/reserving";
import { FakeScheduler, type StartedPilot } from "../../../support/fake-scheduler";

const MACHINES = ["n1", "n2", "n3", "n4"].map((name) => ({
  ...{ name, gpuType: "a5000", gpus: 8, gpusInUse: 0, takesJobs: true, why: "" },
}));

/** The cluster fra1, backed by an engine that has received no request yet. */
export async function anEngine(settings: Record<string, unknown> = {}) {
  await db.query(`update cluster set engine_id = null`);
  const [engine] = await db.query<{ id: number }>(
    `with made as (insert into engine (kind, url, settings) values ('fake', 'http://scheduler.test', $1) returning id)
     update cluster set engine_id = made.id from made where name = 'fra1' returning engine_id as id`,
    [JSON.stringify(settings)],
  );
  await recordNodes(engine?.id ?? 0, MACHINES, now);
  const scheduler = new FakeScheduler();
  const engineId = engine?.id ?? 0;
  return {
    engineId,
    scheduler,
    /** Requests the next wanted place, as the engine's tick does, and starts it. */
    startNext: async (at = now): Promise<StartedPilot[]> => {
      await scheduleAll({ now: at });
      const ask = await beginSubmission({ engineId, now: at });
      if (!ask) return [];
      await scheduler.submit(ask);
      await db.query(`update engine_place set state = 'running', started_at = $2 where name = $1`, [ask.name, at]);
      return scheduler.start(ask.name);
    },
  };
}

/** Enrols the agent of a started place. */
export function enrol(
  { token, rank, host, gpus, job }: StartedPilot,
  given: { gpus?: number; gpuType?: string; now?: Date } = {},
) {
  return admitPilot({
    ...{
      token,
      rank,
      host,
      hostGpus: gpus,
      job,
      nodeName: "any",
      nodeType: "pilot",
      ipInternal: "10.0.0.1",
      ipPublic: null,
    },
    ...{ port: 22_000, gpuType: given.gpuType ?? "a5000", gpus: given.gpus ?? gpus.length, agentVersion: null },
    now: given.now ?? now,
  });
}

export async function readPlaces() {
  return await db.query<{ name: string; state: string; placed: boolean }>(
    `select name, state, placed_at is not null as placed from engine_place order by wanted_at, submitted_at, name`,
  );
}

/** Number of placements of an attempt beyond those that its size needs. */
export async function placedTwice(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select p.resv_guid, p.attempt from placement p join task t on t.resv_guid = p.resv_guid
       group by p.resv_guid, p.attempt, t.gpus_min having count(*) > greatest(1, t.gpus_min / 8)) twice`,
  );
  return row?.count ?? -1;
}

/** Places that say they are taken, without a placement of just that attempt; and placements without one. */
export async function heldWithoutPlacement(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from engine_place place full join (
       select resv_guid, attempt, count(*) from placement group by 1, 2) placed using (resv_guid, attempt)
     where (place.placed_at is null) = (placed.count is not null)`,
  );
  return row?.count ?? -1;
}

export function unlessRefused(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "Refusal") throw error;
}

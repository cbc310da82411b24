import { beforeAll, expect, test } from "vitest";
import { listPastIncidents } from "~/compute/list-past-incidents.server";
import { db } from "~/platform/db.server";
import { aRunningTask, at } from "../../money/database/billing/running-task";
import { aTenant, theCatalogue } from "../../support/world";

beforeAll(theCatalogue);

/** A task that was in incidents at these seconds, and its state now. */
async function aTask(incidents: number[], { state = "running", cluster = "fra1" } = {}) {
  const { resvGuid } = await aRunningTask({ tenantId: (await aTenant()).tenantId, pph: 100 });
  await db.query(`update task set state = $2, cluster_name = $3, incidents = $4 where resv_guid = $1`, [
    ...[resvGuid, state, cluster, incidents.length],
  ]);
  for (const seconds of incidents)
    for (const [from, to, after] of [
      ["running", "incident", 0],
      ["incident", "running", 30],
    ] as const)
      await db.query(`insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, $3, $4)`, [
        ...[resvGuid, at(seconds + after), from, to],
      ]);
  return resvGuid;
}

test("what began in a cluster at nearly the same time is one incident, until no task is in it", async () => {
  const first = await aTask([1000, 9000]);
  await aTask([1100]);
  await aTask([1350]);
  const elsewhere = await aTask([1050], { cluster: "ams2" });
  await aTask([20_000], { state: "incident" });
  expect(await listPastIncidents({ from: at(0), limit: 5 })).toEqual([
    { clusterName: "fra1", resvGuid: first, at: at(9000), tasks: 1 },
    { clusterName: "ams2", resvGuid: elsewhere, at: at(1050), tasks: 1 },
    { clusterName: "fra1", resvGuid: first, at: at(1000), tasks: 3 },
  ]);
  expect(await listPastIncidents({ from: at(1200), limit: 1 })).toMatchObject([{ at: at(9000) }]);
});

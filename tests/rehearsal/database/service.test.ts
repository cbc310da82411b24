import { beforeAll, expect, test } from "vitest";
import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { db } from "~/platform/db.server";
import { aTenant, theCatalogue } from "../../support/world";
import { at, RealDays } from "./real-days";

beforeAll(theCatalogue);

test("a node takes tasks again since its first task, not since the next look a minute later", async () => {
  const days = new RealDays();
  const machine = await days.addMachine(8);
  days.plan(5, (atS) => days.drain(machine, 1, atS));
  // Returned between two looks.
  days.plan(30, async () => void (await db.query(`update node set drain = 0 where id = $1`, [machine.nodeId])));
  days.arrive(40, { tenant: await aTenant(), gpus: 1, runS: 600 });
  days.plan(65, async (atS) => await sampleNodeService({ now: at(atS) }));
  await days.play(70);
  const times = await db.query<{ fromTs: Date; toTs: Date | null }>(
    `select from_ts as "fromTs", to_ts as "toTs" from node_service order by from_ts`,
  );
  expect(times).toEqual([
    { fromTs: at(0), toTs: at(5) },
    { fromTs: at(40), toTs: null },
  ]);
});

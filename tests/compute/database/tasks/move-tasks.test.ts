import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { moveTasks } from "~/compute/inside/tasks/move-tasks.server";
import { theCatalogue } from "../../../support/world";
import { aTask, aTenantRow, stateOf } from "./support";

const now = new Date("2026-03-01T12:00:00.500Z");

beforeEach(async () => {
  await theCatalogue();
});

test("a move writes state, columns, history and version at once, and announces the entities", async () => {
  const tenantId = await aTenantRow();
  const resvGuid = await aTask({ tenantId, state: "queued", position: 3 });
  await db.query(`delete from outbox`);
  const { moved, notMoved } = await transaction((tx) =>
    moveTasks(
      tx,
      [{ resvGuid, to: "placing", text: "placed", set: { position: null, placedAt: now, gpusGranted: 2 } }],
      now,
    ),
  );
  expect(notMoved).toEqual([]);
  expect(moved).toMatchObject([{ resvGuid, tenantId, from: "queued", to: "placing", clusterName: "fra1" }]);
  const [task] = await db.query(
    `select state, version, position, placed_at, gpus_granted, state_at, task_name from task where resv_guid = $1`,
    [resvGuid],
  );
  expect(task).toMatchObject({
    state: "placing",
    version: 2,
    position: null,
    placed_at: now,
    gpus_granted: 2,
    state_at: now,
  });
  expect(
    await db.query(`select from_state, to_state, text, at from task_event where resv_guid = $1`, [resvGuid]),
  ).toEqual([{ from_state: "queued", to_state: "placing", text: "placed", at: now }]);
  const said = await db.query<{ entity: string }>(`select entity from outbox order by entity`);
  expect(said.map((row) => row.entity)).toEqual(["scheduled", "stats", "task"]);
});

test("a task whose state does not allow the move is skipped; the others of the batch move", async () => {
  const tenantId = await aTenantRow();
  const [done, waiting] = [await aTask({ tenantId, state: "finished" }), await aTask({ tenantId, state: "queued" })];
  const unknown = randomUUID();
  const result = await transaction((tx) =>
    moveTasks(
      tx,
      [done, waiting, unknown].map((resvGuid) => ({ resvGuid, to: "killed" as const, text: "removed" })),
      now,
    ),
  );
  expect(result.moved.map((task) => task.resvGuid)).toEqual([waiting]);
  expect(result.notMoved).toEqual([done, unknown]);
  expect(await stateOf(done)).toBe("finished");
  expect(await stateOf(waiting)).toBe("killed");
});

test("of two concurrent moves of a task, one succeeds", async () => {
  const tenantId = await aTenantRow();
  const resvGuid = await aTask({ tenantId, state: "queued" });
  const kill = () => transaction((tx) => moveTasks(tx, [{ resvGuid, to: "killed", text: "removed" }], now));
  const results = await Promise.all([kill(), kill(), kill()]);
  expect(results.map((result) => result.moved.length).sort()).toEqual([0, 0, 1]);
  expect(await db.query(`select from task_event where resv_guid = $1`, [resvGuid])).toHaveLength(1);
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { theCatalogue } from "../../support/world";
import type { Machine } from "./machine";
import { aCustomer, aMachine, anEmptyStage, aRunningTask, at, placementsOf, taskRow, tick } from "./stage";

beforeAll(theCatalogue);
beforeEach(async () => {
  await anEmptyStage();
  await db.query(`delete from fleet_silence`);
});

const [FROM, END] = [15, 375];

/** Checks whether this machine's report of that second arrives. */
type Line = (machine: number, second: number) => boolean;

/** Generator with a seed (Numerical Recipes), so that every run has the same losses. */
function losing(share: number): Line {
  let state = 20_261_124;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return () => next() >= share;
}

// The last value: how often a task may have an incident in these six minutes.
test.each<[string, Line, number]>([
  ["loses half of all reports", losing(0.5), 3],
  ["is away for 25 s of each minute, from one machine after the other", (one, s) => (s + one * 15) % 60 >= 25, 6],
  ["is away from all machines at once, for 40 s of each two minutes", (_, s) => s % 120 >= 40, 0],
])("on a line that %s no task is stopped, lost or charged unseen", async (_what, arrives, incidents) => {
  const { tenantId } = await aCustomer();
  const machines: Machine[] = [];
  for (let made = 0; made < 4; made += 1) machines.push(await aMachine());
  const tasks: string[] = [];
  for (const machine of machines) tasks.push(await aRunningTask(tenantId, [machine], { gpus: 8 }));
  const heard = machines.map(() => ({ last: 10, seen: 0 }));
  for (let second = FROM; second <= END; second += 5) {
    await beatReceiving({ worker: "test", now: at(second) });
    for (const [index, machine] of machines.entries()) {
      if (second < END && !arrives(index, second)) continue;
      await machine.report(at(second));
      const own = heard[index] ?? { last: 0, seen: 0 };
      const gap = second - own.last;
      heard[index] = { last: second, seen: own.seen + (gap <= NODE_DEAD_DEFAULT_S ? gap : 0) };
    }
    await tick(at(second));
  }
  for (const [index, resvGuid] of tasks.entries()) {
    const task = await taskRow(resvGuid);
    expect(task).toMatchObject({ state: "running" });
    expect(task.charged_seconds).toBeLessThanOrEqual(heard[index]?.seen ?? 0);
    expect(await placementsOf(resvGuid)).toMatchObject([{ state: "running", ended_at: null }]);
    expect([...(machines[index]?.programs.values() ?? [])]).toMatchObject([{ state: "running" }]);
    const events = await db.query(`select from task_event where resv_guid = $1 and to_state = 'incident'`, [resvGuid]);
    expect(events.length).toBeLessThanOrEqual(incidents);
  }
});

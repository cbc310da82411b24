import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { deleteTask } from "~/compute/delete-task.server";
import { checkHealth } from "~/fleet/check-health.server";
import { db } from "~/platform/db.server";
import { after, emptyCapacity, enqueue } from "../../../compute/database/capacity/reserving";
import type { StartedPilot } from "../../../support/fake-scheduler";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine, enrol, heldWithoutPlacement, placedTwice, unlessRefused } from "./engine-world";

let tenant: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant({ dollars: 1000 });
});

/** Events of one moment; all of them at once. */
const act = fc.constantFrom(
  "enrol",
  "enrol",
  "enrol",
  "requeue",
  "delete",
  "money ends",
  "money",
  "clock",
  "next place",
);
const moment = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 3 }),
  pick: fc.nat(30),
  laterS: fc.nat(130),
});

test("an attempt is placed once, whatever comes together: duplicates, requeues, deletion, the end of money, ranks of a gang", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 8 }), fc.boolean(), async (moments, gang) => {
      await emptyCapacity();
      const engine = await anEngine();
      const { resv_guid } = await enqueue(tenant, { gpu_min: gang ? 16 : 2 }, { now: after(0) });
      // All jobs that the engine ever started: any of them may call at any time.
      const started: StartedPilot[] = await engine.startNext(after(0));
      let seconds = 0;
      for (const { acts, pick, laterS } of moments) {
        seconds += laterS;
        const now = after(seconds);
        const pilot = started[pick % Math.max(1, started.length)];
        const does: Record<(typeof acts)[number], () => Promise<unknown>> = {
          enrol: async () => pilot && (await enrol(pilot, { now })),
          requeue: async () => Promise.all(started.map((one) => enrol(one, { now }).catch(unlessRefused))),
          delete: () => deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid: resv_guid, now }),
          "money ends": () => setPrice(1_000_000),
          money: () => setPrice(95),
          clock: async () => [await advanceTasks({ now }), await checkHealth({ now })],
          "next place": async () => started.push(...(await engine.startNext(now))),
        };
        await Promise.all(acts.map((one) => does[one]().catch(unlessRefused)));
        expect(await placedTwice()).toBe(0);
        expect(await heldWithoutPlacement()).toBe(0);
      }
      await setPrice(95);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 240_000);

async function setPrice(cents: number): Promise<void> {
  await db.query(`update price set pph_cents = $1 where gpu_type = 'a5000'`, [cents]);
  await db.query(`update task set accepted_gpu_pph = $1 where finished_at is null`, [cents]);
}

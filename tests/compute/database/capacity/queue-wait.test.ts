import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readQueueWaits, readWaitsLike } from "~/compute/inside/capacity/read-queue-wait.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";

const NOW = new Date("2026-03-08T12:00:00Z");
const HOUR_S = 3600;
const DAY_S = 86_400;
const NONE = { samples: 0, medianS: null, p90S: null };
const NO_START = { startsAboutTs: null, startsFromTs: null, startsUntilTs: null };

beforeAll(async () => {
  await theCatalogue();
});

interface Given {
  tenantId: number;
  gpus?: number;
  cluster?: string;
  gpuType?: string;
  /** Seconds before NOW. */
  acceptedAgoS?: number;
}

async function aTask(given: Given & { state: string; placedAgoS?: number; queued?: boolean }): Promise<string> {
  const { gpus = 1, cluster = "fra1", gpuType = "a5000", acceptedAgoS = 0 } = given;
  const resvGuid = randomUUID();
  const placedAt = given.placedAgoS === undefined ? null : ago(given.placedAgoS);
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key,
       state, wait_reason, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', $7, '', 95, $8, $9, $9, $10,
       case when $7 = 'queued' then null else $10::timestamptz end)`,
    [
      resvGuid,
      given.tenantId,
      `task-${resvGuid.slice(0, 8)}`,
      cluster,
      gpuType,
      gpus,
      given.state,
      95 * gpus,
      ago(acceptedAgoS),
      placedAt,
    ],
  );
  if (given.queued !== false) {
    await db.query(`insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, '', 'queued')`, [
      resvGuid,
      ago(acceptedAgoS),
    ]);
  }
  if (placedAt) {
    await db.query(
      `insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, 'queued', 'placing')`,
      [resvGuid, placedAt],
    );
  }
  return resvGuid;
}

function ago(seconds: number): Date {
  return new Date(NOW.getTime() - seconds * 1000);
}

/** A task that waited this long in the queue and was placed that long ago. */
async function aWait(given: Given & { waitedS: number; placedAgoS: number; queued?: boolean }): Promise<void> {
  await aTask({ ...given, state: "finished", acceptedAgoS: given.placedAgoS + given.waitedS });
}

describe("Known facts about the wait of a queued task", () => {
  test("is measured on comparable tasks that started from the queue in the last 7 days", async () => {
    const { tenantId } = await aTenant();
    const other = await aTenant();
    for (const minutes of [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]) {
      await aWait({ tenantId: other.tenantId, gpus: 8, waitedS: minutes * 60, placedAgoS: DAY_S });
    }
    // These are not comparable: too long ago, another size, another row, never queued.
    await aWait({ tenantId, gpus: 8, waitedS: 9 * HOUR_S, placedAgoS: 7 * DAY_S + 1 });
    await aWait({ tenantId, gpus: 2, waitedS: 9 * HOUR_S, placedAgoS: HOUR_S });
    await aWait({ tenantId, gpus: 16, waitedS: 9 * HOUR_S, placedAgoS: HOUR_S });
    await aWait({
      tenantId,
      gpus: 8,
      cluster: "ams2",
      gpuType: "a100",
      waitedS: 9 * HOUR_S,
      placedAgoS: HOUR_S,
    });
    await aWait({ tenantId, gpus: 8, waitedS: 9 * HOUR_S, placedAgoS: HOUR_S, queued: false });

    const queued = await aTask({ tenantId, state: "queued", gpus: 4, acceptedAgoS: 90 });
    const alone = await aTask({ tenantId, state: "queued", gpus: 1, cluster: "ams2", gpuType: "a100" });
    await aTask({ tenantId: other.tenantId, state: "queued", gpus: 8 });
    const waits = await readQueueWaits({ tenantId, now: NOW });
    expect(waits).toEqual({
      [queued]: {
        fits: false,
        queued: 2,
        waitedS: 90,
        samples: 11,
        medianS: 3600,
        p90S: 6000,
        wantingCents: 0,
        ...NO_START,
      },
      [alone]: { fits: false, queued: 1, waitedS: 0, ...NONE, wantingCents: 0, ...NO_START },
    });
    // The same is known for a task that would join now.
    const like = { clusterName: "fra1", gpuType: "a5000", now: NOW };
    expect(await readWaitsLike({ ...like, gpus: 5 })).toEqual({ samples: 11, medianS: 3600, p90S: 6000 });
    expect(await readWaitsLike({ ...like, gpus: 64 })).toEqual({ samples: 1, medianS: 9 * HOUR_S, p90S: 9 * HOUR_S });
    expect(await readWaitsLike({ ...like, clusterName: "ams2", gpus: 8 })).toEqual(NONE);
    expect(Object.keys(await readQueueWaits({ tenantId, resvGuid: alone, now: NOW }))).toEqual([alone]);
    expect(await readQueueWaits({ tenantId: other.tenantId, resvGuid: alone, now: NOW })).toEqual({});
  });

  test("shows the money that a start needs, for all tasks of the tenant including this one", async () => {
    const { tenantId } = await aTenant({ dollars: 0.5 });
    const queued = await aTask({ tenantId, state: "queued", gpus: 8 });
    await aNode();
    // 600 s at 760 cents an hour are 126 and two thirds cents; the balance is 50.
    expect((await readQueueWaits({ tenantId, now: NOW }))[queued]).toMatchObject({ fits: true, wantingCents: 77 });
  });
});

import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Finding } from "~/fleet/agent-findings";
import type { Observed } from "~/fleet/agent-messages";
import { scheduleAll } from "~/compute/schedule.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { growVolume } from "~/compute/inside/volumes/change-volume.server";
import { listVolumes } from "~/compute/list-volumes.server";
import { aReport } from "../../../support/a-report";
import { aTenant, theCatalogue } from "../../../support/world";
import { aKeepingNode, aVolume } from "./a-volume";

const NOW = new Date("2026-03-01T10:00:00Z");
const AWAY_FINDING: Finding = {
  ...{ name: "volumes-away", severity: "warning", action: "inspect", gpu: "", gpu_id: null, count: 1 },
  ...{ first_ts: NOW.getTime() / 1000, last_ts: NOW.getTime() / 1000, text: "not mounted" },
};
const AWAY = "cannot be reached at the moment";
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
});

test.each(["shared", "local"] as const)(
  "while no node reaches its %s volume a task waits and people read why",
  async (reach) => {
    await db.query(`update node set retired_at = now()`);
    const tenant = await aTenant({ now: NOW });
    const { nodeId } = await aKeepingNode({ now: NOW, reach });
    const volumeId = await aVolume({ ...tenant, now: NOW, name: "data" });
    const says = async (given: Partial<Observed>) =>
      await receiveObserved({ nodeId, now: NOW, observed: { ...aReport((seq += 1)), runtime: "container", ...given } });
    const rent = async (task_name: string, more: object = {}) => {
      const fields = { task_name, gpu_type: "a5000", gpu_min: 1, cluster_name: "fra1", volume: "data", ...more };
      const input = ReserveFields.parse({ ...fields, volume_path: "/data", volume_read_only: true });
      return (await reserveTask({ ...tenant, input, now: NOW })).resv_guid;
    };
    const isAway = async () => (await listVolumes({ tenantId: tenant.tenantId, now: NOW }))[0]?.node_away;
    await rent("first");
    expect(await isAway()).toBe(false);
    await says({ findings: [AWAY_FINDING] });
    expect(await isAway()).toBe(true);
    await expect(rent("second")).rejects.toThrow("Not enough free GPUs");
    await expect(aVolume({ ...tenant, now: NOW })).rejects.toThrow(AWAY);
    await expect(growVolume({ ...tenant, volumeId, gb: 500, now: NOW })).rejects.toThrow(AWAY);
    const waiting = await rent("third", { enqueue: true, agree: true });
    await scheduleAll({ now: NOW });
    const taskOf = async () =>
      (await db.query(`select wait_reason, state from task where resv_guid = $1`, [waiting]))[0];
    expect(await taskOf()).toMatchObject({ wait_reason: "waiting_for_volume", state: "queued" });
    await says({ volumes: { reach, total_gb: 100_000 } });
    await scheduleAll({ now: NOW });
    expect(await taskOf()).toMatchObject({ state: "placing" });
  },
);

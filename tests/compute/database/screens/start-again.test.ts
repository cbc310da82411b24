import { describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aKeepingNode, aVolume } from "../volumes/a-volume";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { deleteTask } from "~/compute/delete-task.server";
import { loader } from "~/compute/screens/rent/route";
import { anSshKey, aTenant } from "../../../support/world";
import { CHOSEN, useRenter } from "./renting";
import { answerOf, aVisit, get } from "../../../accounts/database/screens/visit";

const { owner, visit, start } = useRenter();

/** Name, folder and read-only flag of each volume of a task. */
const volumesOfTask = async (resvGuid: string) =>
  await db.query(
    `select volume.name, link.path, link.read_only from task_volume link join volume using (volume_id)
     where link.resv_guid = $1 order by link.path`,
    [resvGuid],
  );

describe("Starting a task again", () => {
  it("keeps everything that it was started with, including values without a field", async () => {
    const keyId = await anSshKey({ tenantId: owner().tenantId, name: "other" });
    await seedTemplates({ now: new Date() });
    await aKeepingNode();
    for (const name of ["papers", "runs", "logs"]) await aVolume({ ...owner(), name, now: new Date() });
    const own = await reserveTask({
      tenantId: owner().tenantId,
      userId: owner().userId,
      input: ReserveFields.parse({
        ...CHOSEN,
        task_name: "again",
        gpu_min: 2,
        gpus_max: 6,
        gpus_incr: 2,
        agent: "stats-watchdog",
        idle_minutes: 15,
        ssh_key_id: keyId,
        max_seconds: 5400,
        max_dollars: "2.50",
        tags: ["llama", "team-a"],
        template: "pytorch",
        volumes: [
          { name: "runs", path: "/runs" },
          { name: "papers", path: "/papers", read_only: true },
          { name: "logs", path: "/var-logs" },
        ],
        enqueue: 1,
        agree: 1,
      }),
      now: new Date(),
    });
    const { step, choice } = await loader(get(visit(), `/rent?new=1&again=${own.resv_guid}`));
    expect(step).toEqual({ name: "form", errors: {} });
    expect(choice).toEqual({
      task_name: "again",
      row: "fra1:a5000",
      tenant_image: "ubuntu22-cuda12",
      gpu_min: "2",
      gpus_max: "6",
      gpus_incr: "2",
      network: "ethernet",
      agent: "stats-watchdog",
      ssh_key_id: String(keyId),
      max_seconds: "5400",
      max_dollars: "2.5",
      idle_minutes: "15",
      tags: "llama, team-a",
      template: "pytorch",
      volume: "papers",
      volume_path: "/papers",
      volume_read_only: "1",
      more_volumes: "runs:/runs,logs:/var-logs",
    });
    const actor = { ...owner(), staffRights: [] };
    // A volume that a task writes to belongs to one task at a time.
    await deleteTask({ actor, taskName: "again", now: new Date() });
    const answer = await answerOf(
      await start({ ...choice, row: "", task_name: "again-2", intent: "enqueue", agree: "1" }),
    );
    const again = await prisma.task.findFirstOrThrow({ where: { taskName: "again-2" } });
    expect(answer).toEqual({ status: 303, location: `/tasks/${again.resvGuid}`, data: null });
    const before = await prisma.task.findFirstOrThrow({ where: { taskName: "again" } });
    for (const same of [
      "gpusMin",
      "gpusMax",
      "gpusIncr",
      "sshPublicKey",
      "maxSeconds",
      "maxCents",
      "idleMinutes",
    ] as const) {
      expect([same, again[same]]).toEqual([same, before[same]]);
    }
    expect(again.tags).toEqual(["llama", "team-a"]);
    expect(await volumesOfTask(again.resvGuid)).toEqual(await volumesOfTask(before.resvGuid));
  });

  it("shows withdrawn choices at their fields, and finds no task of another tenant", async () => {
    const task = await prisma.task.findFirstOrThrow({ where: { taskName: "again" } });
    await prisma.task.update({ where: { resvGuid: task.resvGuid }, data: { tenantImage: "gone" } });
    const { step } = await loader(get(visit(), `/rent?new=1&again=${task.resvGuid}`));
    expect(step).toEqual({ name: "form", errors: { tenant_image: M.unknownImage({ tenant_image: "gone" }) } });
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    for (const again of [task.resvGuid, "not-a-guid", ""]) {
      const shown = await loader(get(stranger, `/rent?new=1&again=${again}`));
      expect(shown.choice.task_name).toMatch(/^myexperiment00-seed0-\d{8}$/);
    }
  });
});

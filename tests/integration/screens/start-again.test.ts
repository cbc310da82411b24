import { beforeAll, describe, expect, it } from "vitest";
import { prisma } from "~/db.server";
import { M } from "~/domain/messages";
import { ReserveFields } from "~/domain/reserve/reserve-input";
import { reserveTask } from "~/domain/reserve/reserve-task.server";
import { action, loader } from "~/routes/public/rent/route";
import { aNode, anSshKey, aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { answerOf, aVisit, get, post, type Visit } from "./visit";

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
  await aNode({ cluster: "fra1", gpuType: "a5000", gpus: 8 });
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
});

const chosen = {
  cluster_name: "fra1",
  gpu_type: "a5000",
  gpu_min: "1",
  network: "ethernet",
  agent: "no-agent",
  tenant_image: "ubuntu22-cuda12",
};

function start(fields: Record<string, string>) {
  const sent = { intent: "start", ssh_key_id: String(owner.sshKeyId), ...chosen, ...fields };
  return action(post(visit, "/rent?step=confirm", sent));
}

describe("Starting a task again", () => {
  it("keeps all that it was started with, also what the form has no choice of", async () => {
    const keyId = await anSshKey({ tenantId: owner.tenantId, name: "other" });
    const own = await reserveTask({
      tenantId: owner.tenantId,
      userId: owner.userId,
      input: ReserveFields.parse({
        ...chosen,
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
        enqueue: 1,
        agree: 1,
      }),
      now: new Date(),
    });
    const { step, choice } = await loader(get(visit, `/rent?new=1&again=${own.resv_guid}`));
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
    });
    const answer = await answerOf(
      await start({ ...choice, row: "", task_name: "again-2", intent: "enqueue", agree: "1" }),
    );
    expect(answer).toEqual({ status: 303, location: "/tasks", data: null });
    const again = await prisma.task.findFirstOrThrow({ where: { taskName: "again-2" } });
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
  });

  it("says at once, beside its field, what is not offered any more, and knows no task of others", async () => {
    const task = await prisma.task.findFirstOrThrow({ where: { taskName: "again" } });
    await prisma.task.update({ where: { resvGuid: task.resvGuid }, data: { tenantImage: "gone" } });
    const { step } = await loader(get(visit, `/rent?new=1&again=${task.resvGuid}`));
    expect(step).toEqual({ name: "form", errors: { tenant_image: M.unknownImage({ tenant_image: "gone" }) } });
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    for (const again of [task.resvGuid, "not-a-guid", ""]) {
      const shown = await loader(get(stranger, `/rent?new=1&again=${again}`));
      expect(shown.choice.task_name).toMatch(/^myexperiment/);
    }
  });
});

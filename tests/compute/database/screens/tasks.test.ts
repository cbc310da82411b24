import { beforeAll, describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { readRootData } from "~/platform/http/root-data.server";
import { action as startTask } from "~/compute/screens/rent/route";
import { action as changeTask, loader as showTask } from "~/compute/screens/task/route";
import { action, loader } from "~/compute/screens/tasks/route";
import { isPrevious } from "~/compute/screens/tasks/visible-jobs";
import { aNode, aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
  await aNode({ cluster: "fra1", gpuType: "a5000", gpus: 8 });
  owner = await aTenant({ dollars: 50 });
  visit = await aVisit({ userId: owner.userId });
  for (const task_name of ["first", "second"]) {
    const chosen = {
      cluster_name: "fra1",
      gpu_type: "a5000",
      gpu_min: "1",
      ssh_key_id: String(owner.sshKeyId),
    };
    await startTask(post(visit, "/rent", { intent: "start", task_name, ...chosen }));
  }
});

async function guidOf(taskName: string): Promise<string> {
  return (await prisma.task.findFirstOrThrow({ where: { taskName, tenantId: owner.tenantId } })).resvGuid;
}

describe("The task list", () => {
  it("shows the user's own tasks and the balance, and nothing of others", async () => {
    const shown = await loader(get(visit, "/tasks"));
    expect(shown.jobs.map((job) => job.task_name).sort()).toEqual(["first", "second"]);
    // A different session from the one whose notice a later test reads.
    const again = get(await aVisit({ userId: owner.userId }), "/tasks");
    expect((await readRootData(again)).data.money?.balance.dollars_est).toBe(50);
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    expect((await loader(get(stranger, "/tasks"))).jobs).toEqual([]);
  });

  it("asks before it kills, then kills with a notice", async () => {
    const asked = await answerOf(await action(post(visit, "/tasks", { intent: "kill", task_name: "first" })));
    expect(asked).toMatchObject({
      ...{ status: 200, location: null },
      data: { ask: { task_name: "first", state: "placing", pph: 95, uptime: 0 } },
    });
    expect(await noticeOf(visit)).toMatchObject({ message: "Task second is starting." });

    const fields = { intent: "kill", task_name: "first", confirm: "1" };
    expect(await answerOf(await action(post(visit, "/tasks", fields)))).toMatchObject({
      status: 303,
      location: "/tasks",
    });
    expect(await noticeOf(visit)).toEqual({ retcode: "OK", message: "Task first is being killed." });
  });

  it("refuses to kill an unknown task", async () => {
    const fields = { intent: "kill", task_name: "nothing", confirm: "1" };
    const answer = await answerOf(await action(post(visit, "/tasks", fields)));
    expect(answer).toMatchObject({
      status: 422,
      data: { message: M.noUnfinishedTask({ task_name: "nothing" }) },
    });
  });

  it("hides tasks that ended over 24 hours ago", () => {
    expect(isPrevious({ ts_finished: 0 }, 1_000_000)).toBe(false);
    expect(isPrevious({ ts_finished: 1_000_000 - 86_400 }, 1_000_000)).toBe(false);
    expect(isPrevious({ ts_finished: 1_000_000 - 86_401 }, 1_000_000)).toBe(true);
  });
});

describe("The screen of one task", () => {
  it("shows its fields, events and log, without the node's name", async () => {
    const resvGuid = await guidOf("second");
    const [placement] = await db.query<{ placement_id: string }>(
      `select placement_id from placement where resv_guid = $1`,
      [resvGuid],
    );
    await db.query(
      `insert into task_log (resv_guid, placement_id, agent_seq, at, stream, text) values ($1, $2, 1, now(), 'out', 'ready')`,
      [resvGuid, placement?.placement_id],
    );
    const open = (tab: string) => showTask(get(visit, `/tasks/${resvGuid}?tab=${tab}`, { resvGuid }));
    const [overview, logs, events, nonsense] = await Promise.all(["overview", "logs", "events", "x"].map(open));
    expect(overview).toMatchObject({
      tab: "overview",
      job: { task_name: "second", state: "placing" },
      image: "ubuntu22-cuda12",
    });
    expect(nonsense?.tab).toBe("overview");
    expect(logs?.log?.lines.map((line) => line.text)).toEqual(["ready"]);
    expect(events?.events?.at(-1)?.to).toBe("placing");
    expect(events?.placements).toHaveLength(1);
    expect(JSON.stringify([overview, logs, events])).not.toContain("fra1-test");
  });

  it("reads only the data of its tab", async () => {
    const resvGuid = await guidOf("second");
    for (const [tab, own] of [
      ["overview", null],
      ["connect", null],
      ["logs", "log"],
      ["metrics", "metrics"],
      ["events", "events"],
      ["cost", "cost"],
    ] as const) {
      const shown = await showTask(get(visit, `/tasks/${resvGuid}?tab=${tab}`, { resvGuid }));
      const read = (["log", "metrics", "events", "cost"] as const).filter((part) => shown[part] !== null);
      expect([tab, read]).toEqual([tab, own === null ? [] : [own]]);
    }
  });

  it("accepts a display name and tags, and shows errors at their fields", async () => {
    const resvGuid = await guidOf("second");
    const send = async (fields: Record<string, string>) =>
      answerOf(await changeTask(post(visit, `/tasks/${resvGuid}`, { intent: "describe", ...fields }, { resvGuid })));
    expect(await send({ display_name: " Larger  run ", tags: "Llama, team A,llama," })).toMatchObject({
      status: 303,
      location: `/tasks/${resvGuid}`,
    });
    const { job } = await showTask(get(visit, `/tasks/${resvGuid}`, { resvGuid }));
    expect(job).toMatchObject({ task_name: "second", display_name: "Larger run", tags: ["llama", "team-a"] });
    for (const [fields, field, message] of [
      [{ display_name: "x".repeat(64) }, "display_name", M.displayNameTooLong],
      [{ tags: "x".repeat(31) }, "tags", M.tagTooLong],
      [{ tags: "a,b,c,d,e,f,g,h,i,j,k" }, "tags", M.tooManyTags],
      [{ tags: "<b>" }, "tags", M.tagCharacters],
    ] as const) {
      const answer = await send(fields);
      expect(answer).toMatchObject({ status: 422, data: { lastResult: { error: { [field]: [message] } } } });
    }
    expect(await send({ display_name: "", tags: "" })).toMatchObject({ status: 303 });
  });

  it("changes the limits at which the task ends; an empty field removes one, and an invalid one shows its error", async () => {
    const resvGuid = await guidOf("second");
    const send = async (fields: Record<string, string>, guid = resvGuid) =>
      answerOf(await changeTask(post(visit, `/tasks/${guid}`, { intent: "own-end", ...fields }, { resvGuid: guid })));
    const stored = async () =>
      await db.query(`select max_seconds, max_cents from task where resv_guid = $1`, [resvGuid]);
    expect(await send({ max_seconds: "86400", max_dollars: " 20.50 " })).toMatchObject({
      status: 303,
      location: `/tasks/${resvGuid}`,
    });
    expect(await stored()).toEqual([{ max_seconds: 86_400, max_cents: 2050 }]);
    for (const [max_seconds, max_dollars, field, message] of [
      ["86400", "0.99", "max_dollars", M.wrongSpendLimit],
      ["86400", "twenty", "max_dollars", M.wrongSpendLimit],
      ["86400", "20.555", "max_dollars", M.wrongSpendLimit],
      ["10", "20", "max_seconds", M.wrongRunTime],
      ["soon", "20", "max_seconds", M.wrongRunTime],
    ] as const) {
      expect(await send({ max_seconds, max_dollars })).toMatchObject({
        status: 422,
        data: { lastResult: { error: { [field]: [message] }, initialValue: { max_seconds, max_dollars } } },
      });
    }
    expect(await stored()).toEqual([{ max_seconds: 86_400, max_cents: 2050 }]);
    expect(await send({ max_seconds: "0", max_dollars: "" })).toMatchObject({ status: 303 });
    expect(await stored()).toEqual([{ max_seconds: 0, max_cents: 0 }]);
    for (const intent of ["own-end", "check-ssh", "kill"]) {
      expect((await thrownBy(send({ intent }, "not-a-guid"))).status).toBe(404);
    }
  });

  it("does not exist for other tenants, nor for an invalid guid", async () => {
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    for (const resvGuid of [await guidOf("second"), "not-a-guid"]) {
      const answer = await thrownBy(showTask(get(stranger, `/tasks/${resvGuid}`, { resvGuid })));
      expect(answer.status).toBe(404);
    }
  });
});

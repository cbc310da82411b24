import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/compute/screens/tasks/route";
import { aTenant, theCatalogue } from "../../../support/world";
import { aTask } from "../tasks/support";
import { answerOf, aVisit, get, noticeOf, post, type Visit } from "../../../accounts/database/screens/visit";

let visit: Visit;
let foreign: string;

beforeAll(async () => {
  await theCatalogue();
  const owner = await aTenant({ dollars: 50 });
  visit = await aVisit({ userId: owner.userId });
  foreign = await aTask({ tenantId: owner.tenantId, state: "queued" });
});

describe("The task list", () => {
  it("ends several tasks after one question, and reports the result of each if not all succeeded", async () => {
    const many = await aTenant({ dollars: 50 });
    const theirs = await aVisit({ userId: many.userId });
    const guids = await Promise.all(
      ["one", "two", "done"].map((taskName) =>
        aTask({ tenantId: many.tenantId, taskName, state: taskName === "done" ? "finished" : "queued" }),
      ),
    );
    const send = async (task: string[], confirm?: string) =>
      answerOf(
        await action(
          post(theirs, "/tasks", [
            ["intent", "end-tasks"],
            ...task.map((guid) => ["task", guid]),
            ...(confirm === undefined ? [] : [["confirm", confirm]]),
          ]),
        ),
      );
    const asked = await send([...guids, foreign]);
    expect(asked).toMatchObject({ status: 200, data: { endable: expect.any(Array) } });
    const { endable } = asked.data as { endable: { task_name: string }[] };
    expect(endable.map((job) => job.task_name).sort()).toEqual(["one", "two"]);

    expect(await send([guids[0] ?? "", guids[2] ?? "", foreign], "1")).toEqual({
      status: 200,
      location: null,
      data: {
        ended: [
          { resv_guid: guids[2], task_name: "done", done: false, message: M.noUnfinishedTask({ task_name: "done" }) },
          { resv_guid: guids[0], task_name: "one", done: true, message: "Task one was removed from the queue." },
        ],
      },
    });
    expect(await send([guids[1] ?? ""], "1")).toMatchObject({ status: 303, location: "/tasks" });
    expect(await noticeOf(theirs)).toMatchObject({ message: "1 task is being killed." });
    const [own] = await db.query(`select state from task where resv_guid = $1`, [foreign]);
    expect(own).toEqual({ state: "queued" });

    expect(await send([])).toMatchObject({ status: 422, data: { message: M.chooseTasks } });
    expect(await send(["no-guid"])).toMatchObject({ status: 422, data: { message: M.unreadable } });
    expect(
      await send(
        Array.from({ length: 101 }, () => randomUUID()),
        "1",
      ),
    ).toMatchObject({
      status: 422,
      data: { message: M.tooManyToEnd },
    });
  });

  it("answers a search with a NUL byte with advice", async () => {
    const shown = await loader(get(visit, "/tasks?q=a%00b"));
    expect([shown.asked.unreadable, shown.jobs]).toEqual([M.searchUnreadable, []]);
  });
});

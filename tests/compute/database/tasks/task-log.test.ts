import { beforeAll, expect, test } from "vitest";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { readLogTail } from "~/compute/inside/tasks/read-log-tail.server";
import { loader as download } from "~/compute/api/tasks/download-log";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import type { Machine } from "../../../worker/lifecycle/machine";
import { aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";
import { aVisit, get } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let machine: Machine;
let resvGuid: string;
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
  owner = await aTenant({ dollars: 100, now: at(-60) });
  machine = await aMachine({ nodeName: "fra1-log-01" });
  resvGuid = await aRunningTask(owner.tenantId, [machine], { gpus: 1 });
});

async function write(text: string, stream: "out" | "err" = "out"): Promise<void> {
  const [placement_id = ""] = machine.running;
  const logs = { placement_id, seq: (seq += 1), ts: 0, stream, text };
  await receiveLogs({ nodeId: machine.nodeId, logs, now: at(60) });
}

async function file(by: TenantInWorld): Promise<Response> {
  const visit = await aVisit({ userId: by.userId });
  return await download(get(visit, `/v1/tasks/${resvGuid}/logs/download`, { resv_guid: resvGuid }));
}

test("the file has all that was written, in order and unchanged, under the task's name", async () => {
  for (let part = 1; part <= 45; part += 1) await write(`line ${part}\n`);
  await write("half a line");
  await write("a warning\n", "err");
  const response = await file(owner);
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="task-[^"/]+\.log"$/);
  const lines = Array.from({ length: 45 }, (_, index) => `line ${index + 1}\n`).join("");
  expect(await response.text()).toBe(`${lines}half a line\na warning\n`);
});

test("it ends with the output up to then: a slow reader who is no longer a member gets nothing new", async () => {
  const response = await file(owner);
  // More than is read ahead.
  for (let part = 1; part <= 45; part += 1) await write(`later ${part}\n`);
  expect(await response.text()).not.toContain("later 45");
});

test("it is its tenant's only: staff and others get 404", async () => {
  expect((await file(await aTenant({ role: "admin", dollars: 0 }))).status).toBe(404);
  expect((await file(await aTenant({ dollars: 0 }))).status).toBe(404);
});

test("the screen has the last 1000 lines, however they were sent, and the place to continue", async () => {
  await write("y\n".repeat(600));
  await write(`${"z\n".repeat(600)}last\n`);
  const { lines, nextSeq } = await readLogTail({ resvGuid });
  expect(lines).toHaveLength(1000);
  expect(lines.map((line) => line.text).filter((text) => text === "y")).toHaveLength(399);
  expect(lines.at(-1)).toMatchObject({ text: "last", open: false });
  expect(nextSeq).toBeGreaterThan(0);
});

test("a few giant lines do not make a giant page: only the newest are read", async () => {
  for (let part = 0; part < 8; part += 1) await write(`${String(part).repeat(60_000)}\n`);
  const { lines } = await readLogTail({ resvGuid });
  expect(lines.map((line) => line.text[0])).toEqual(["3", "4", "5", "6", "7"]);
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { aNode, theCatalogue } from "../support/world";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

let customer: Person;
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  customer = await aPerson();
});

/** A task that has run and been charged for an hour at 95 cents. */
beforeEach(async () => {
  await aNode();
  const name = `t${Math.random().toString(36).slice(2)}`;
  const json = { task_name: name, gpu_type: "a5000", gpu_min: 1, max_seconds: 7200 };
  const reserved = await read(await call("/v1/reserve", { key: customer.apiKey, json }));
  resvGuid = String(reserved["resv_guid"]);
  await db.query(
    `update task set state = 'running', started_at = now() - interval '1 hour', charged_to = now(), charged_seconds = 3600
     where resv_guid = $1`,
    [resvGuid],
  );
});

async function change(json: object, key = customer.apiKey) {
  const response = await call(`/v1/tasks/${resvGuid}/own-end`, { key, json });
  return { status: response.status, body: await read(response) };
}

type Job = { task_name: string; ts_started: number; ts_ends: number };

const jobOf = async () => (await read<{ job: Job }>(await call(`/v1/tasks/${resvGuid}`, { key: customer.apiKey }))).job;

test("a key raises or removes a task's time and spend limit, and keeps the omitted one", async () => {
  const raised = await change({ max_seconds: 86_400, max_dollars: 50.5 });
  expect(raised).toMatchObject({
    status: 200,
    body: { retcode: "OK", human_readable_message: expect.stringMatching(/^Task t\w+ was changed\.$/) },
  });
  const { ts_started, ...job } = await jobOf();
  expect(raised.body).toMatchObject({ max_seconds: 86_400, max_dollars: 50.5, ts_ends: job.ts_ends });
  expect(job).toMatchObject({ max_seconds: 86_400, max_dollars: 50.5, ts_ends: ts_started + 86_400 });
  expect((await change({ max_seconds: 0 })).body).toMatchObject({ max_seconds: 0, max_dollars: 50.5 });
  expect((await change({ max_dollars: "0" })).body).toMatchObject({ max_seconds: 0, max_dollars: 0 });
});

test("it also takes a form", async () => {
  const form = { max_seconds: "86400", max_dollars: "50.50" };
  const response = await call(`/v1/tasks/${resvGuid}/own-end`, { key: customer.apiKey, form });
  expect(await read(response)).toMatchObject({ max_seconds: 86_400, max_dollars: 50.5 });
});

test("a repeated request gives the same answer and changes nothing", async () => {
  const first = await change({ max_seconds: 86_400 });
  const events = () => db.query(`select text from task_event where resv_guid = $1`, [resvGuid]);
  const told = await events();
  const again = await change({ max_seconds: 86_400 });
  expect(again).toEqual(first);
  expect(await events()).toEqual(told);
});

test.each([
  { json: { max_seconds: 3599 }, field: "max_seconds", message: M.ranThatLong },
  { json: { max_seconds: 599 }, field: "max_seconds", message: M.wrongRunTime },
  { json: { max_seconds: "soon" }, field: "max_seconds", message: M.wrongRunTime },
  { json: { max_seconds: 2_592_001 }, field: "max_seconds", message: M.wrongRunTime },
  { json: { max_dollars: 0.99 }, field: "max_dollars", message: M.wrongSpendLimit },
  { json: { max_dollars: "1.234" }, field: "max_dollars", message: M.wrongSpendLimit },
  { json: { max_dollars: -5 }, field: "max_dollars", message: M.wrongSpendLimit },
])("$json is refused at its field, and nothing is changed", async ({ json, field, message }) => {
  const before = await jobOf();
  expect(await change({ max_seconds: 86_400, max_dollars: 50, ...json })).toEqual({
    status: 422,
    body: { retcode: "ERROR", human_readable_message: message, fields: { [field]: message } },
  });
  expect(await jobOf()).toEqual({ ...before, uptime: expect.any(Number) });
});

test("a limit below what the task has cost is M68", async () => {
  await db.query(`update task set pph = 200 where resv_guid = $1`, [resvGuid]);
  expect(await change({ max_dollars: 2 })).toEqual({
    status: 422,
    body: {
      retcode: "ERROR",
      human_readable_message: M.costThatMuch,
      fields: { max_dollars: M.costThatMuch },
    },
  });
});

test("a request with neither of the two is refused", async () => {
  for (const json of [{}, { max_seconds: null, max_dollars: "" }]) {
    expect(await change(json)).toMatchObject({ status: 422, body: { human_readable_message: M.unreadable } });
  }
});

test.each(["stopping", "finished", "killed"])("a task that is %s is a conflict, M33", async (state) => {
  await db.query(
    `update task set state = $2, finished_at = case when $2 <> 'stopping' then now() end, charged_to = null
     where resv_guid = $1`,
    [resvGuid, state],
  );
  const { task_name } = await jobOf();
  expect(await change({ max_seconds: 0 })).toEqual({
    status: 409,
    body: { retcode: "ERROR", human_readable_message: M.noUnfinishedTask({ task_name }) },
  });
});

test("only the task's own tenant can change it: others do not find it, nor do staff", async () => {
  const before = await jobOf();
  for (const other of [await aPerson(), await aPerson({ role: "operator" }), await aPerson({ role: "admin" })]) {
    expect(await change({ max_seconds: 0 }, other.apiKey)).toEqual({
      status: 404,
      body: { retcode: "ERROR", human_readable_message: M.notFound },
    });
  }
  expect(await jobOf()).toEqual({ ...before, uptime: expect.any(Number) });
  resvGuid = "not-a-guid";
  expect((await change({ max_seconds: 0 })).status).toBe(404);
});

test("a queued task accepts it too", async () => {
  await db.query(
    `update task set state = 'queued', started_at = null, charged_to = null, charged_seconds = 0, position = 1 where resv_guid = $1`,
    [resvGuid],
  );
  expect((await change({ max_seconds: 600 })).body).toMatchObject({ max_seconds: 600, ts_ends: 0 });
});

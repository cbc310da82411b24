import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { env } from "~/platform/env.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { db } from "~/platform/db.server";
import { M } from "~/rehearsal/messages";
import { FILE_MB_MAX, PERIOD_DAYS_MAX } from "~/rehearsal/limits";
import { claimRehearsal, endRun } from "~/rehearsal/run-queue.server";
import { action as newAction, loader as list } from "~/rehearsal/screens/rehearsals/route";
import { resultJson } from "~/rehearsal/inside/result-json";
import { rehearsalCsv } from "~/rehearsal/screens/rehearsal/rehearsal-screen.server";
import { action, loader } from "~/rehearsal/screens/rehearsal/route";
import { call, read } from "../../contract/support/call";
import { aPerson, type Person } from "../../contract/support/people";
import { answerOf, get, post, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../platform/database/screens/staff";
import { argsOf } from "../../support/route-args";
import { aNode, theCatalogue } from "../../support/world";
import { aPast, aTask, HOUR_S, runRehearsal } from "../unit/past";
import { aRehearsal, FILE, NOW, outcomeOf, TWO_NODES } from "./rehearsals";

const LIST = "/dashboard/rehearsal";
let staff: Staff;
let operator: Person;
let support: Person;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  [operator, support] = [await aPerson({ role: "operator" }), await aPerson({ role: "support" })];
  await aNode({ nodeName: "fra1-gpu-01" });
});
beforeEach(async () => {
  await db.query(`delete from rehearsal`);
});

const formOf = async (search = "?new") =>
  (await list(get(staff.operator, LIST + search))).form ?? expect.fail("no form is shown");
const send = async (fields: Record<string, string>, visit: Visit = staff.operator) =>
  await answerOf(await newAction(post(visit, LIST, { intent: "new", ...fields })));
const stored = async () => await db.query<{ name: string; input: object }>(`select name, input from rehearsal`);

/** A rehearsal that has run. */
async function aDone(): Promise<number> {
  const id = await aRehearsal(operator.userId);
  const run = (await claimRehearsal({ holder: crypto.randomUUID(), now: NOW })) ?? expect.fail("not claimed");
  await endRun(run, await outcomeOf(id), NOW);
  return id;
}
const shown = async (id: number, visit: Visit) =>
  await loader(get(visit, `${LIST}/${id}`, { rehearsalId: String(id) }));

describe("The form of a new rehearsal", () => {
  it("proposes two more nodes of the last 28 days, and sending it unchanged rehearses them", async () => {
    const { values } = await formOf();
    expect(values).toMatchObject({ name: "Two more nodes", v1_add: "2", v1_add_gpus: "8", v1_add_row: "fra1/a5000" });
    expect(Date.parse(values.until ?? "") - Date.parse(values.from ?? "")).toBe(28 * 86_400_000);
    expect((await send(values)).location).toMatch(/^\/dashboard\/rehearsal\/\d+$/);
    expect(await stored()).toMatchObject([
      { name: "Two more nodes", input: { source: { kind: "period" }, variants: [TWO_NODES] } },
    ]);
  });

  it("fills in the changes of an earlier rehearsal, with its file", async () => {
    const id = await aRehearsal(operator.userId, {
      variants: [
        TWO_NODES,
        {
          ...TWO_NODES,
          ...{ name: "All else", nodes: [{ kind: "resize", node_name: "fra1-gpu-01", gpus: 4 }] },
          prices: [{ gpu_type: "a5000", gpu_pph: 120, elasticity: -0.5 }],
          demand: [{ factor: 1.5, tenant_name: "acme", from_gpus: 8, to_gpus: null }],
          rules: { grow: false, order: "arrival", hold_after_s: 1800, hold_from_gpus: 16, declared_ends: true },
          failures: { kind: "rate", per_node_month: 0.2, repair_hours: 12 },
          ...{ breaker: 0.5, limits: [{ tenant_name: null, gpus: 16 }] },
        },
      ],
    });
    const form = await formOf(`?from=${id}`);
    expect(form.fileOf).toMatchObject({ id, name: "day.csv" });
    await send({ ...form.values, file_of: String(id), row: "fra1/a5000" });
    const [first, again] = await stored();
    expect(again?.input).toEqual(first?.input);
    expect(await db.query(`select from rehearsal group by file having count(*) = 2`)).toHaveLength(1);
  });

  it("limits the days to named clusters and GPU types, and fills these in again", async () => {
    await send({ ...(await formOf()).values, rows: "fra1/a5000,  fra1/a100" });
    const [first] = await db.query<{ id: number; input: object }>(`select id, input from rehearsal`);
    const rows = ["a5000", "a100"].map((gpu_type) => ({ cluster_name: "fra1", gpu_type }));
    expect(first?.input).toMatchObject({ source: { kind: "period", rows } });
    expect((await formOf(`?from=${first?.id}`)).values).toMatchObject({ rows: "fra1/a5000, fra1/a100" });
  });

  it("finds no file of a rehearsal that cannot be", async () => {
    const { values } = await formOf();
    for (const fileOf of ["none", "9".repeat(20)]) {
      expect((await send({ ...values, file_of: fileOf })).location).toMatch(/^\/dashboard\/rehearsal\/\d+$/);
    }
    expect(await stored()).toMatchObject([{ input: { source: { kind: "period" } } }, { input: {} }]);
  });

  it("takes a file instead of days, and says which of its lines are wrong", async () => {
    const body = new FormData();
    const fields = { _token: staff.operator.token, intent: "new", name: "A file", row: "fra1/a5000" };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set("file", new File([FILE.replace("20000,60,1", "-5,60,1")], "bad.csv"));
    const headers = { Cookie: staff.operator.cookies, "Sec-Fetch-Site": "same-origin" };
    const sent = await newAction(argsOf(new Request(env.APP_ORIGIN + LIST, { method: "POST", headers, body })));
    expect((await answerOf(sent)).location).toMatch(/\d$/);
    const [made = { id: 0 }] = await db.query<{ id: number }>(`select id from rehearsal`);
    expect(await outcomeOf(made.id)).toEqual({ faults: [expect.stringMatching(/^Line 5: /)] });
  });

  it.each([
    [{ name: "" }, "name", M.rehearsalName({ most: 80 })],
    [{ from: "2026-11-20", until: "2026-11-10" }, "until", M.rehearsalPeriod({ days: PERIOD_DAYS_MAX })],
    [{ from: "soon" }, "until", M.rehearsalPeriod({ days: PERIOD_DAYS_MAX })],
    [{ rows: "fra1/a5000, fra1/h200" }, "rows", M.rehearsalNoRow({ row: "fra1/h200" })],
    [{ rows: "fra1" }, "rows", M.rehearsalNoRow({ row: "fra1/" })],
    [{ rows: "fra1/a5000 ".repeat(51) }, "rows", M.rehearsalRows({ most: 50 })],
    [{ v1_add: "many" }, "v1_add", M.wholeFromTo({ from: 1, to: 1000 })],
    [{ v1_add: "0" }, "v1_add", M.wholeFromTo({ from: 1, to: 1000 })],
    [{ v1_add_row: "" }, "v1_add_row", M.rehearsalRow],
    [{ v2_price: "0.50" }, "v2_price_type", M.rehearsalPrice],
    [{ v2_price_type: "a5000", v2_price: "-1" }, "v2_price", M.rehearsalPrice],
    [{ v3_resize: "fra1-gpu-01" }, "v3_resize", M.rehearsalResize],
    [{ v4_failures: "rate" }, "v4_per_month", M.numberFromTo({ from: 0, to: 100 })],
  ])("refuses %o at its field", async (wrong, field, message) => {
    const refused = await send({ ...(await formOf()).values, ...wrong } as Record<string, string>);
    expect(refused).toMatchObject({ status: 422, data: { lastResult: { error: { [field]: [message] } } } });
    expect(await stored()).toEqual([]);
  });

  it("is not shown to staff who do not run the fleet, and their forms are refused", async () => {
    expect((await list(get(staff.support, `${LIST}?new`))).form).toBeNull();
    expect((await thrownBy(newAction(post(staff.support, LIST, { intent: "new" })))).status).toBe(403);
    const id = await aDone();
    const params = { rehearsalId: String(id) };
    for (const intent of ["cancel", "delete"])
      expect((await thrownBy(action(post(staff.support, `${LIST}/${id}`, { intent }, params)))).status).toBe(403);
    await action(post(staff.operator, `${LIST}/${id}`, { intent: "delete" }, params));
    expect(await stored()).toEqual([]);
  });
});

describe("A result", () => {
  const moneyIn = (given: unknown) => JSON.stringify(given).match(/"cents[a-z_]*":\d+|earned|\$[\d.,]+/g) ?? [];

  it("has money for staff who run the fleet and see money, and no cent for support", async () => {
    const id = await aDone();
    const [full, plain] = [await shown(id, staff.operator), await shown(id, staff.support)];
    expect(full.rehearsal.result?.variants[0]?.cents).toBe(3 * 8 * 95 + Math.floor(95 / 60));
    expect(moneyIn(full).length).toBeGreaterThan(3);
    expect(moneyIn(plain)).toEqual([]);
    expect(plain.rehearsal.result?.variants[1]?.sentence).toMatch(/^Two more nodes of 8 would have cut/);
  });

  it("has none in the files and the JSON of support either", async () => {
    const id = await aDone();
    const file = async (visit: Visit, table: string) => {
      const asked = get(visit, `${LIST}/${id}?format=csv&table=${table}`, { rehearsalId: String(id) });
      await thrownBy(loader(asked));
      return (await factsOf(asked).file?.text()) ?? expect.fail("no file was sent");
    };
    for (const table of ["figures", "tenants"]) {
      expect(await file(staff.operator, table)).toContain("Revenue");
      expect(await file(staff.support, table)).not.toContain("Revenue");
    }
    expect(await file(staff.support, "sizes")).toContain("Mean wait");
    expect((await file(staff.support, "timeline")).split("\n").length).toBeGreaterThan(100);
    const [full, plain] = [
      await read(await call(`/v1/rehearsals/${id}`, { key: operator.apiKey })),
      await read(await call(`/v1/rehearsals/${id}`, { key: support.apiKey })),
    ];
    expect(full).toMatchObject({
      state: "done",
      result: { variants: [{ name: "As it was" }, { name: "Two more nodes" }] },
    });
    expect(moneyIn(full).length).toBeGreaterThan(3);
    expect(moneyIn(plain)).toEqual([]);
  });
});

test("the file compares each of two deleted tenants with what it paid itself", async () => {
  const real = (startS: number, cents: number) => ({ startS, endS: startS + HOUR_S, gpus: 8, cents });
  const past = aPast([aTask("a", { real: real(0, 800) }), aTask("b", { tenantId: 2, real: real(HOUR_S, 400) })]);
  const of = { fromS: 0, untilS: past.untilS, tasks: 2, nodes: 1, gpus: 8, serviceKnownFromS: null, tenantNames: null };
  const stored = { ...runRehearsal(past), plainSentences: [], past: of };
  const table = rehearsalCsv(resultJson(stored, { nameOf: () => null, seesMoney: true }), true)["tenants"]?.();
  const { heads, lines } = table ?? expect.fail("no table of tenants");
  const cells: Record<string, unknown>[] = [];
  for await (const row of lines) cells.push(Object.fromEntries(heads.map((head, at) => [head, row[at]])));
  expect(cells.slice(-2).map((row) => [row["Tenant"], row["Revenue, $"]])).toEqual([
    ["", 0],
    ["", 1],
  ]);
});

describe("POST /v1/rehearsals", () => {
  const body = {
    name: "By script",
    source: { kind: "file", name: "day.csv", cluster_name: "fra1", gpu_type: "a5000", csv: FILE },
    variants: [{ name: "Half the demand", demand: [{ factor: 0.5 }] }],
  };
  const sent = async (json: object, headers: Record<string, string> = {}) =>
    await read(await call("/v1/rehearsals", { key: operator.apiKey, json, headers }));

  it("rehearses, once for each Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "night-1" };
    const made = await sent(body, headers);
    expect(made).toMatchObject({ retcode: "OK", human_readable_message: "By script is rehearsed." });
    expect(await sent(body, headers)).toMatchObject({ id: made["id"] });
    expect(await sent({ ...body, name: "Other" }, headers)).toMatchObject({
      human_readable_message: M.keyUsedForOtherRequest,
    });
    expect(await stored()).toMatchObject([
      { input: { seed: 1, variants: [{ demand: [{ factor: 0.5 }], nodes: [] }] } },
    ]);
    expect(await outcomeOf(Number(made["id"]))).toMatchObject({ hash: expect.any(String) });
  });

  it.each([
    [{ ...body, name: " " }, M.rehearsalName({ most: 80 })],
    [{ ...body, source: { ...body.source, csv: "" } }, M.rehearsalFile],
    [{ ...body, source: { ...body.source, gpu_type: "none" } }, M.rehearsalRow],
    [
      {
        ...body,
        source: { kind: "period", from_ts: 5, until_ts: 6, rows: [{ cluster_name: "x", gpu_type: "a5000" }] },
      },
      M.rehearsalNoRow({ row: "x/a5000" }),
    ],
    [{ ...body, source: { kind: "period", from_ts: 5, until_ts: 5 } }, M.rehearsalPeriod({ days: PERIOD_DAYS_MAX })],
    [{ ...body, variants: Array.from({ length: 5 }, () => ({ name: "x" })) }, M.rehearsalVariants({ most: 4 })],
    [
      { ...body, variants: [{ name: "x", prices: [{ gpu_type: "a5000", gpu_pph: 0 }] }] },
      M.wholeFromTo({ from: 1, to: 10_000_000 }),
    ],
  ])("refuses %o", async (wrong, message) => {
    expect(await sent(wrong)).toMatchObject({ retcode: "ERROR", human_readable_message: message });
  });

  it("refuses a file that is too large in a sentence", async () => {
    const csv = "x".repeat(FILE_MB_MAX * 1024 * 1024 + 1);
    expect(await sent({ ...body, source: { ...body.source, csv } })).toMatchObject({
      human_readable_message: M.rehearsalFileTooLarge({ mb: FILE_MB_MAX }),
    });
  });

  it("names nodes and tenants that are not there as the fault", async () => {
    const variants = [
      { name: "x", nodes: [{ kind: "remove", node_name: "nowhere" }], limits: [{ tenant_name: "nobody", gpus: 8 }] },
    ];
    const made = await sent({ ...body, variants });
    const faults = [M.rehearsalNoNode({ name: "nowhere" }), M.rehearsalNoTenant({ name: "nobody" })];
    expect(await outcomeOf(Number(made["id"]))).toEqual({ faults });
  });
});

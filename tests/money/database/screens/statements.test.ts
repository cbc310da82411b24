import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { loader as lineLoader } from "~/money/screens/statement-line/route";
import { loader as statementLoader } from "~/money/screens/statement/route";
import { loader as monthsLoader } from "~/money/screens/statements/route";
import { loader as csvLoader } from "~/money/api/billing/statement-csv";
import { loader as jsonLoader } from "~/money/api/billing/statement";
import { loader as pdfLoader } from "~/money/api/billing/statement-pdf";
import { loader as explainLoader } from "~/money/api/billing/statement-line";
import { aTenant, credit, type TenantInWorld, theCatalogue } from "../../../support/world";
import { readCsv } from "../../../support/csv";
import { readPdf } from "../../../support/pdf-text";
import { at, report } from "../billing/running-task";
import { aToldTask, endTask, MARCH } from "../billing/statement-history";
import { aVisit, get, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

let tenant: TenantInWorld;
let visit: Visit;
let stranger: Visit;
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant({ dollars: 50, now: at(0) });
  visit = await aVisit({ userId: tenant.userId });
  stranger = await aVisit({ userId: (await aTenant({ now: at(0) })).userId });
  const task = await aToldTask({ tenantId: tenant.tenantId, pph: 190, from: 0, name: "first-try" });
  resvGuid = task.resvGuid;
  for (const second of [3600, 7384]) {
    await report([task], second);
    await chargeRunning({ now: at(second) });
  }
  await transaction((tx) => endTask(tx, task, "killed", at(7384)));
});

test("a customer finds every month since the first movement, including the present one", async () => {
  const { months } = await monthsLoader(get(visit, "/billing/statements"));
  expect(months.at(-1)).toEqual({
    ...{ month: MARCH, name: "March 2026", soFar: false },
    ...{ charges: "−3.89", credits: "+50.00" },
  });
  expect(months[0]?.soFar).toBe(true);
});

test("a month's statement shows opening, movements and closing in cents that add up", async () => {
  const page = await statementLoader(get(visit, `/billing/statements/${MARCH}`, { month: MARCH }));
  expect(page).toMatchObject({ opening: "$0.00", credits: "+50.00", charges: "−3.89", closing: "$46.11" });
  expect(page.lines).toMatchObject([
    { text: "Top-up", amount: "+50.00", detail: null },
    { id: resvGuid, text: "first-try", amount: "−3.89", detail: { seconds: 7384, gpus: 1 } },
  ]);
});

test("a line of a task shows its arithmetic, and that it is right", async () => {
  const { task } = await lineLoader(lineArgs(visit, resvGuid));
  expect(task).toMatchObject({
    equal: true,
    charged: { units: "−1,402,960", dollars: "−$3.8971" },
    givenBack: { units: "2,560" },
    ledger: { units: "−1,400,400", dollars: "−$3.8900" },
    unitsPerSecond: "190",
  });
  expect(task?.checks.every((check) => check.holds)).toBe(true);
});

test("each step of a task's history says something, also one that was stored without a text", async () => {
  await db.query(`update task_event set text = '' where resv_guid = $1::uuid and to_state = 'running'`, [resvGuid]);
  const { task } = await lineLoader(lineArgs(visit, resvGuid));
  expect(task?.events.map(({ text }) => text)).toContain("running");
  expect(task?.events.map(({ text }) => text)).not.toContain("");
});

test("the same month is available as CSV, JSON and PDF, by key", async () => {
  const csv = Buffer.from(await (await csvLoader(byKey("/csv"))).arrayBuffer()).toString();
  expect(csv.startsWith("row,")).toBe(true);
  const saved = await csvLoader(get(visit, `/v1/statements/${MARCH}/csv`, { month: MARCH }));
  expect(Buffer.from(await saved.arrayBuffer()).toString()).toBe(`\u{feff}${csv}`);
  expect(readCsv(csv).map((row) => [row["row"], row["units"], row["dollars"]])).toEqual([
    ["opening", "0", "0.0000"],
    ["movement", "18000000", "50.0000"],
    ["movement", "-1400400", "-3.8900"],
    ["closing", "16599600", "46.1100"],
  ]);
  const json = (await (await jsonLoader(byKey(""))).json()) as Record<string, unknown>;
  expect(json).toMatchObject({ retcode: "OK", month: MARCH, so_far: false, closing: { units: "16599600" } });
  const answer = await pdfLoader(byKey("/pdf"));
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="millrace-statement-2026-03.pdf"');
  const { lines } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(lines).toEqual(expect.arrayContaining(["March 2026", "+50.00", "−3.89", "Closing balance", "$46.11"]));
  const explained = await explainLoader(byKey(`/lines/${resvGuid}`, { line_id: resvGuid }));
  expect(await explained.json()).toMatchObject({
    retcode: "OK",
    about: "task",
    task: { equal: true, seconds: 7384 },
  });
});

test.each(["2026-02", "2099-01", "2026-13", "march"])("there is no statement of %s", async (month) => {
  const thrown = await thrownBy(statementLoader(get(visit, `/billing/statements/${month}`, { month })));
  expect(thrown.status).toBe(404);
  expect((await jsonLoader(byKey("", { month }))).status).toBe(404);
});

test("another tenant's line is not found, by screen or by key", async () => {
  expect((await thrownBy(lineLoader(lineArgs(stranger, resvGuid)))).status).toBe(404);
  const { lines } = await statementLoader(get(visit, `/billing/statements/${MARCH}`, { month: MARCH }));
  const topUp = lines[0]?.id ?? "";
  expect((await lineLoader(lineArgs(visit, topUp))).movement?.balanced).toBe(true);
  for (const id of [topUp, "0", "999999999999999999", "x", "1 or 1=1"]) {
    expect([id, (await thrownBy(lineLoader(lineArgs(stranger, id)))).status]).toEqual([id, 404]);
  }
});

test("a month of 250 movements has three pages, whose lines add up together", async () => {
  const many = await aTenant({ dollars: 0, now: at(0) });
  for (let number = 0; number < 250; number += 1) {
    await credit({ tenantId: many.tenantId, dollars: 0.01, now: at(number) });
  }
  const own = await aVisit({ userId: many.userId });
  const path = `/billing/statements/${MARCH}`;
  const pages = await Promise.all(
    [1, 2, 3, 99].map((page) => statementLoader(get(own, `${path}?page=${page}`, { month: MARCH }))),
  );
  expect(pages.map(({ lines, page, pages: all }) => [lines.length, page, all])).toEqual([
    [100, 1, 3],
    [100, 2, 3],
    [50, 3, 3],
    [50, 3, 3],
  ]);
  expect(new Set(pages.slice(0, 3).flatMap(({ lines }) => lines.map((line) => line.id))).size).toBe(250);
});

function lineArgs(who: Visit, lineId: string) {
  return get(who, `/billing/statements/${MARCH}/lines/${encodeURIComponent(lineId)}`, {
    month: MARCH,
    lineId,
  });
}

function byKey(path: string, params: Record<string, string> = {}) {
  const given = get(null, `/v1/statements/${params["month"] ?? MARCH}${path}`, { month: MARCH, ...params });
  given.request.headers.set("Authorization", tenant.apiKey);
  return given;
}

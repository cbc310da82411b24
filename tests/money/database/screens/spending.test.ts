import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { factsOf } from "~/platform/http/request-facts.server";
import { action as setBudget, loader as budget } from "~/money/screens/budget/route";
import { loader as movements } from "~/money/screens/movements/route";
import { action as changeNews, loader as notifications } from "~/accounts/screens/notifications/route";
import { readCsv } from "../../../support/csv";
import { aTenant } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

const BUDGET = "/billing/budget";

async function aCustomer() {
  const tenant = await aTenant({ dollars: 100 });
  return { ...tenant, visit: await aVisit({ userId: tenant.userId }) };
}

test("Customers set a budget and an alert, change them and remove them", async () => {
  const { visit } = await aCustomer();
  const send = async (fields: Record<string, string>) =>
    await answerOf(await setBudget(post(visit, BUDGET, { intent: "set-budget", ...fields })));
  expect(await send({ budget: "500", percents: "80, 50", below: "20,5" })).toMatchObject({ status: 303 });
  expect(await noticeOf(visit)).toMatchObject({ message: "Budget and alert saved." });
  expect((await budget(get(visit, BUDGET))).budget).toEqual({
    cents: 50_000,
    toldAt: [50, 80],
    belowCents: 2050,
    spentCents: 0,
  });
  expect(await send({ budget: "", percents: "50", below: "" })).toMatchObject({ status: 303 });
  expect((await budget(get(visit, BUDGET))).budget).toMatchObject({ cents: null, belowCents: null });
});

test("Invalid amounts and percentages show errors at their fields and keep the typed values", async () => {
  const { visit } = await aCustomer();
  const sent = { intent: "set-budget", budget: "1e9", percents: "50, many", below: "-1" };
  expect(await answerOf(await setBudget(post(visit, BUDGET, sent)))).toMatchObject({
    status: 422,
    data: {
      lastResult: {
        error: {
          budget: [M.spendBudgetWrong],
          percents: [M.budgetPercentsWrong],
          below: [M.alertBalanceWrong],
        },
        initialValue: { budget: "1e9", percents: "50, many", below: "-1" },
      },
    },
  });
});

test("The file of movements has the filter of its screen, and only the tenant's own", async () => {
  const { visit } = await aCustomer();
  await aTenant({ dollars: 7 });
  const args = get(visit, "/billing/movements?kind=topup&format=csv");
  await thrownBy(movements(args));
  const rows = readCsv((await factsOf(args).file?.text()) ?? "");
  expect(rows).toMatchObject([{ Kind: "Top-up", "Amount, dollars": "100", Status: "" }]);
  const none = get(visit, "/billing/movements?kind=task&format=csv");
  await thrownBy(movements(none));
  expect(readCsv((await factsOf(none).file?.text()) ?? "")).toEqual([]);
});

test("Customers can read their past notifications, only their own, 25 a page", async () => {
  const { visit, tenantId } = await aCustomer();
  const stranger = await aTenant({ dollars: 0 });
  await db.query(
    `insert into notification (tenant_id, retcode, human_readable_message, url, cause, at)
     select case when n > 30 then $2::int else $1::int end, 'OK', 'Notice ' || n, '/billing', 'n:' || $1 || ':' || n,
       now() - n * interval '1 minute' from generate_series(1, 40) n`,
    [tenantId, stranger.tenantId],
  );
  const first = await notifications(get(visit, "/user/notifications"));
  expect(first.rows.map(({ message }) => message).slice(0, 2)).toEqual(["Notice 1", "Notice 2"]);
  expect(first.rows).toHaveLength(25);
  const second = await notifications(get(visit, `/user/notifications?before=${first.next ?? ""}`));
  expect(second.rows.map(({ message }) => message)).toEqual([26, 27, 28, 29, 30].map((n) => `Notice ${n}`));
  expect(second).toMatchObject({ next: null, isFirst: false });
});

test("Users choose on Notifications which task news they get by mail, each for themselves", async () => {
  const { visit } = await aCustomer();
  const { visit: stranger } = await aCustomer();
  const path = "/user/notifications";
  const send = async (fields: Record<string, string>) =>
    await answerOf(await changeNews(post(visit, path, { intent: "task-news", ...fields })));
  const newsOf = async (one: Visit) => (await notifications(get(one, path))).news;
  expect(await newsOf(visit)).toEqual({ start: false, end: false });
  expect(await send({ end: "1" })).toMatchObject({ status: 303, location: path });
  expect(await newsOf(visit)).toEqual({ start: false, end: true });
  expect(await newsOf(stranger)).toEqual({ start: false, end: false });
  await send({});
  expect(await newsOf(visit)).toEqual({ start: false, end: false });
});

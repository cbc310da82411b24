import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { sumMoney } from "~/money/report-sums.server";
import { M } from "~/messages";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { refundToCards } from "~/payments/refund-to-cards.server";
import { reconcile } from "~/staff/reconcile.server";
import { action, loader } from "~/payments/screens/vat/route";
import { readReceipt } from "~/payments/read-receipt.server";
import { readVatStanding } from "~/payments/vat-check.server";
import { action as fundsAction, loader as fundsScreen } from "~/payments/screens/add-funds/route";
import { loader as reports } from "~/staff/screens/reports/route";
import { action as userAction } from "~/staff/screens/user-by-id/route";
import { action as refundTopUp, loader as refundScreen } from "~/staff/screens/refund-top-up/route";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { csvFile } from "../../platform/database/screens/csv-file";
import { aCard, useProvider } from "../../support/provider";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { anAutoTenant, chargesOf } from "./auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();
let admin: Visit;

beforeAll(async () => {
  await theCatalogue();
  admin = await aVisit({ userId: (await aTenant({ role: "admin", dollars: 0 })).userId });
});
beforeEach(async () => {
  await db.query(`delete from vat_rate`);
  await db.query(`update seller set name = '', address = '', country = '', vat_number = '', charges_vat = false`);
});
afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

const VAT = "/dashboard/vat";
const today = () => new Date().toISOString().slice(0, 10);
const SELLER = { name: "Race BV", address: "Dam 1\r\n1012 Amsterdam", country: "NL", vat_number: "NL123456789B01" };
const send = async (fields: Record<string, string>, visit = admin) =>
  await answerOf(await action(post(visit, VAT, fields)));
const rate = async (country: string, percent: string, from = today()) =>
  await send({ intent: "rate", country, percent, from });

/** Switches VAT on, as an admin does. */
async function switchOn() {
  await send({ intent: "seller", ...SELLER });
  await rate("NL", "21");
  expect(await send({ intent: "seller", ...SELLER, charges_vat: "1" })).toMatchObject({ status: 303 });
  await noticeOf(admin);
}

async function aCustomer(country: string): Promise<TenantInWorld> {
  const payer = await aPayer();
  await db.query(`update tenant set country = $2 where id = $1`, [payer.tenantId, country]);
  return payer;
}

async function paid(payer: TenantInWorld, cents = 10_000n): Promise<string> {
  const [card] = await db.query<{ pmId: string }>(`select pm_id as "pmId" from card where tenant_id = $1`, [
    payer.tenantId,
  ]);
  const pmId = card?.pmId ?? (await aCard({ ...payer, name: "pm_card_visa" }));
  const topupId = randomUUID();
  await topUpFromCard({ ...payer, topupId, pmId, cents: cents as Cents, cardHolderName: "Ada", now: new Date() });
  return topupId;
}

const vatOfTopUps = async ({ tenantId }: TenantInWorld) =>
  await db.query(
    `select cents::int, vat_cents::int as vat, received_cents::int as received, vat_rate_bp as bp, vat_country as country,
       vat_reason as reason from top_up where tenant_id = $1 order by created_at`,
    [tenantId],
  );
const linesOf = async ({ tenantId }: TenantInWorld) =>
  await db.query(
    `select net_cents::int as net, vat_cents::int as vat, reason from vat_line where tenant_id = $1 order by id`,
    [tenantId],
  );
const events = async () => {
  await provider.sandbox.controls.settled();
  await processEvents({ now: new Date() });
};
const daysAreRight = async () =>
  (
    await db.query(
      `select from (select sum(net_cents) as net, sum(vat_cents) as vat, sum(lines) as n from vat_day) days,
       (select sum(net_cents) as net, sum(vat_cents) as vat, count(*) as n from vat_line) lines
     where (days.net, days.vat, days.n) is distinct from (lines.net, lines.vat, lines.n)`,
    )
  ).length === 0;

describe("VAT is off at first (B22)", () => {
  test("a top-up costs what it adds, and nothing is kept for the tax return", async () => {
    const payer = await aCustomer("NL");
    await paid(payer);
    expect(await vatOfTopUps(payer)).toEqual([
      { cents: 10_000, vat: 0, received: 10_000, bp: 0, country: "", reason: "" },
    ]);
    expect([await purse(payer), await linesOf(payer)]).toEqual([{ cents: 10_000, owed: 0 }, []]);
  });

  test("it needs the seller, then the rate of its own country, and says which is missing", async () => {
    expect(await send({ intent: "seller", name: "Race BV", charges_vat: "1" })).toMatchObject({
      status: 422,
      data: { message: M.sellerForVat },
    });
    expect(await send({ intent: "seller", ...SELLER, charges_vat: "1" })).toMatchObject({
      data: { message: M.ownRateFirst },
    });
    await send({ intent: "seller", ...SELLER });
    expect(await rate("NL", "twenty")).toMatchObject({ data: { message: M.vatPercent } });
    expect(await rate("US", "7")).toMatchObject({ data: { message: M.vatRateElsewhere } });
    expect(await rate("NL", "21", "2020-01-01")).toMatchObject({ data: { message: M.vatRateInPast } });
    await rate("NL", "12");
    await rate("NL", "21");
    expect(await send({ intent: "seller", ...SELLER, charges_vat: "1" })).toMatchObject({ status: 303 });
    expect(await loader(get(admin, VAT))).toMatchObject({
      own: "21%",
      seller: { chargesVat: true },
      rates: [{ rateBp: 2100 }],
    });
    const acts = await db.query(`select action from audit_row where action like 'vat.%' order by id`);
    expect(acts.slice(-4)).toEqual(["vat.seller", "vat.rate", "vat.rate", "vat.seller"].map((action) => ({ action })));
  });

  test("a planned rate can be withdrawn, one that counts cannot", async () => {
    await send({ intent: "seller", ...SELLER });
    await rate("NL", "21");
    await rate("NL", "22", "2099-01-01");
    await send({ intent: "withdraw", country: "NL", from: "2099-01-01" });
    const gone = await thrownBy(send({ intent: "withdraw", country: "NL", from: today() }));
    expect(gone.status).toBe(404);
    expect((await loader(get(admin, VAT))).rates).toHaveLength(1);
  });
});

describe("VAT comes on top (B22)", () => {
  beforeEach(switchOn);

  test("the balance gets the net amount, the account of VAT the rest, and the provider's sum is both", async () => {
    const payer = await aCustomer("NL");
    await paid(payer);
    expect(await vatOfTopUps(payer)).toEqual([
      { cents: 10_000, vat: 2100, received: 12_100, bp: 2100, country: "NL", reason: "domestic" },
    ]);
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    expect(await linesOf(payer)).toEqual([{ net: 10_000, vat: 2100, reason: "domestic" }]);
    await events();
    await reconcile({ now: new Date(Date.now() + 3_600_000) });
    const differences = await db.query(`select text from reconcile_difference where resolved_at is null`);
    expect(differences).toEqual([]);
    const days = { start: today(), end: today() };
    const [sums] = await sumMoney({ days, split: "whole" });
    expect(sums?.vat).toBeGreaterThanOrEqual(2100n * 3600n);
  });

  test("a later change of rate, country or switch leaves a top-up as it was made", async () => {
    const payer = await aCustomer("NL");
    const session = { ...payer, topupId: randomUUID(), cents: 5000n as Cents, cardHolderName: "Ada", saveCard: false };
    const outcome = await topUpAtProvider({ ...session, now: new Date() });
    await rate("NL", "9");
    await db.query(`update tenant set country = 'US' where id = $1`, [payer.tenantId]);
    if (outcome.kind !== "provider") throw new Error("the provider's page was not opened");
    const page = await (await fetch(outcome.to)).text();
    expect(page).toContain("VAT 21% (NL)");
    expect(page).toContain("60.50");
    const form = { name: "Ada", number: "4242424242424242", expiry: "12/40", cvc: "123" };
    await fetch(outcome.to, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
    await events();
    expect(await vatOfTopUps(payer)).toMatchObject([{ vat: 1050, received: 6050, bp: 2100, country: "NL" }]);
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  });

  test("an automatic top-up charges it too", async () => {
    const payer = await anAutoTenant();
    await db.query(`update tenant set country = 'NL' where id = $1`, [payer.tenantId]);
    const { cents } = await purse(payer);
    await runAutoTopUps({ now: new Date() });
    expect(chargesOf(provider.sandbox, payer)).toEqual([6050]);
    expect(await purse(payer)).toEqual({ cents: cents + 5000, owed: 0 });
    expect(await vatOfTopUps(payer)).toMatchObject([{ cents: 5000, vat: 1050, received: 6050, reason: "domestic" }]);
  });

  test("a form that showed another rate is refused before anything is charged", async () => {
    const payer = await aCustomer("NL");
    const pmId = await aCard({ ...payer, name: "pm_card_visa" });
    const asked = { ...payer, topupId: randomUUID(), pmId, cents: 5000n as Cents, cardHolderName: "Ada" };
    await expect(topUpFromCard({ ...asked, shownVat: "NL:900:domestic", now: new Date() })).rejects.toThrow(
      M.vatChanged,
    );
    expect(await topUpsOf(payer)).toEqual([]);
  });

  test("consumers in the Union pay the rate of their country, others none", async () => {
    await rate("DE", "19");
    const [german, austrian, american] = [await aCustomer("DE"), await aCustomer("AT"), await aCustomer("US")];
    for (const one of [german, austrian, american]) await paid(one);
    expect(await vatOfTopUps(german)).toMatchObject([{ vat: 1900, country: "DE", reason: "destination" }]);
    expect(await vatOfTopUps(austrian)).toMatchObject([{ vat: 2100, country: "NL", reason: "domestic" }]);
    expect(await vatOfTopUps(american)).toMatchObject([{ vat: 0, country: "US", reason: "outside" }]);
    expect(await linesOf(american)).toEqual([{ net: 10_000, vat: 0, reason: "outside" }]);
  });
});

describe("A business elsewhere in the Union pays no VAT (B22)", () => {
  beforeEach(switchOn);

  async function aBusiness() {
    const payer = await aCustomer("DE");
    await db.query(`update tenant set tax = 'DE123456789' where id = $1`, [payer.tenantId]);
    return payer;
  }
  const mark = async (payer: TenantInWorld, checked: string, visit = admin) => {
    const path = `/users/view/${payer.userId}`;
    return await answerOf(
      await userAction(post(visit, path, { intent: "check-vat", checked }, { id: String(payer.userId) })),
    );
  };

  test("once an admin has checked that very number; another number or country is not checked", async () => {
    const payer = await aBusiness();
    await paid(payer);
    await mark(payer, "1");
    const topupId = await paid(payer);
    await db.query(`update tenant set tax = 'DE987654321' where id = $1`, [payer.tenantId]);
    await paid(payer);
    expect(await vatOfTopUps(payer)).toMatchObject([
      { vat: 2100, reason: "domestic" },
      { vat: 0, country: "DE", reason: "reverse_charge" },
      { vat: 2100, reason: "domestic" },
    ]);
    expect(await readReceipt({ topupId, tenantId: payer.tenantId })).toMatchObject({
      amountCents: 10_000n,
      vat: { cents: 0n, reason: "reverse_charge" },
      seller: { name: "Race BV", lines: expect.arrayContaining(["Netherlands", "VAT number NL123456789B01"]) },
    });
    await mark(payer, "1");
    await mark(payer, "0");
    expect(await readVatStanding({ ...payer, now: new Date() })).toMatchObject({ check: null, next: "VAT 21% (NL)" });
  });

  test("operators cannot check, and a customer without a number of the Union cannot be checked", async () => {
    const operator = await aVisit({ userId: (await aTenant({ role: "operator", dollars: 0 })).userId });
    const refused = await thrownBy(mark(await aBusiness(), "1", operator));
    expect(refused.status).toBe(403);
    expect(await mark(await aCustomer("US"), "1")).toMatchObject({ status: 422, data: { message: M.noVatNumber } });
  });
});

describe("The form and the reports (B22)", () => {
  beforeEach(switchOn);

  test("an unknown country is asked for before the amount", async () => {
    const payer = await aCustomer("");
    const visit = await aVisit(payer);
    expect(await fundsScreen(get(visit, "/billing/add-funds"))).toMatchObject({
      vat: {},
      countries: expect.any(String),
    });
    const answer = await answerOf(
      await fundsAction(post(visit, "/billing/add-funds", { intent: "country", country: "NL" })),
    );
    expect(answer).toMatchObject({ status: 303 });
    expect(await fundsScreen(get(visit, "/billing/add-funds"))).toMatchObject({
      countries: null,
      vat: { key: "NL:2100:domestic", label: "VAT 21% (NL)" },
    });
  });

  test("the report has the sums by country, and a file of all documents", async () => {
    const payer = await aCustomer("NL");
    await paid(payer);
    const path = "/dashboard/reports?report=vat&range=today";
    const { report } = await reports(get(admin, path));
    const own = (row: { country: string; rateBp: number }) => row.country === "NL" && row.rateBp === 2100;
    if (report?.name !== "vat") throw new Error("the report was not read");
    const [sum] = await db.query<{ vat: number }>(`select sum(vat_cents)::float8 / 100 as vat from vat_line`);
    expect(report.vat).toBe(sum?.vat);
    expect(report.rows.find(own)?.vat).toBeGreaterThanOrEqual(21);
    const file = await csvFile(reports, admin, `${path}&format=csv&table=vat-lines`);
    expect(file.rows.at(-1)).toMatchObject({ Customer: payer.tenantName, "Net, $": "100", "VAT, $": "21" });
    expect((await csvFile(reports, admin, `${path}&format=csv`)).rows.length).toBe(report.rows.length);
  });
});

describe("What goes back takes its share of VAT with it (B22)", () => {
  beforeEach(switchOn);

  const path = (topupId: string) => `/dashboard/refund-top-up?id=${topupId}`;
  async function orderRefund(topupId: string, dollars: string) {
    const { formKey } = await refundScreen(get(admin, path(topupId)));
    const fields = { intent: "refund-top-up", dollars, reason: "Paid twice.", form_key: formKey };
    const answer = await answerOf(await refundTopUp(post(admin, path(topupId), fields)));
    expect(answer).toMatchObject({ status: 303 });
  }

  async function refund(topupId: string, dollars: string) {
    await orderRefund(topupId, dollars);
    await refundToCards({ now: new Date() });
    await events();
  }

  test("parts to the card, ordered here or at the provider, end at exactly what was paid", async () => {
    const payer = await aCustomer("NL");
    const topupId = await paid(payer, 999n);
    expect(await vatOfTopUps(payer)).toMatchObject([{ vat: 210, received: 1209 }]);
    await refund(topupId, "0.01");
    await refund(topupId, "3.33");
    const [topUp] = await topUpsOf(payer);
    await provider.sandbox.controls.refund({ payment_intent: topUp?.payment_intent_id ?? "", amount: 100 });
    await events();
    await refund(topupId, "7.75");
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    const [sum] = await db.query(
      `select sum(net_cents)::int as net, sum(vat_cents)::int as vat from vat_line where tenant_id = $1`,
      [payer.tenantId],
    );
    expect(sum).toEqual({ net: 0, vat: 0 });
    expect(await daysAreRight()).toBe(true);
  });

  test("payments and refunds at the same time take turns, and each counts once", async () => {
    const payer = await aCustomer("NL");
    await paid(payer);
    const [topUp] = await topUpsOf(payer);
    await events();
    const intent = { payment_intent: topUp?.payment_intent_id ?? "", amount: 121 };
    for (let count = 0; count < 6; count += 1) await provider.sandbox.controls.refund(intent);
    await provider.sandbox.controls.settled();
    await Promise.all([
      ...Array.from({ length: 4 }, () => processEvents({ now: new Date() })),
      ...Array.from({ length: 6 }, () => paid(payer, 1000n)),
    ]);
    await events();
    const failed = await db.query(`select error from webhook_event where error <> ''`);
    expect([failed, await purse(payer)]).toEqual([[], { cents: 10_000 - 600 + 6000, owed: 0 }]);
    expect(await daysAreRight()).toBe(true);
  });

  test("a dispute takes both, and gives both back when it is won", async () => {
    const payer = await aCustomer("NL");
    await paid(payer);
    const [topUp] = await topUpsOf(payer);
    const payment_intent = topUp?.payment_intent_id ?? "";
    const dispute = await provider.sandbox.controls.dispute({ payment_intent });
    await events();
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    expect((await linesOf(payer)).at(-1)).toMatchObject({ net: -10_000, vat: -2100 });
    await provider.sandbox.controls.endDispute(dispute.id, "won");
    await events();
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    expect((await linesOf(payer)).at(-1)).toMatchObject({ net: 10_000, vat: 2100 });
    expect(await daysAreRight()).toBe(true);
  });

  test("a dispute takes all of its VAT, although a refund was ordered before and fails at the provider", async () => {
    const payer = await aCustomer("NL");
    const topupId = await paid(payer);
    const [topUp] = await topUpsOf(payer);
    await orderRefund(topupId, "50.00");
    await provider.sandbox.controls.dispute({ payment_intent: topUp?.payment_intent_id ?? "" });
    await events();
    expect((await linesOf(payer)).at(-1)).toMatchObject({ net: -10_000, vat: -2100 });
    await refundToCards({ now: new Date() });
    await events();
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    expect(await daysAreRight()).toBe(true);
  });
});

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { sumAccounts } from "~/money/ledger-hours.server";
import { listBillingEvents } from "~/money/list-billing-events.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { M } from "~/messages";
import { cancelInvoice, recordTransfer } from "~/payments/inside/bank/record-transfer.server";
import { recordReturn } from "~/payments/inside/bank/record-return.server";
import { giveCreditNote } from "~/payments/inside/bank/give-credit-note.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { issueInvoice } from "~/payments/inside/bank/issue-invoice.server";
import { readInvoice } from "~/payments/inside/bank/read-invoice.server";
import { listBankInvoices, listInvoiceDebtors, sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { remindOfInvoices } from "~/payments/remind-of-invoices.server";
import { action as ownAction, loader as ownScreen } from "~/payments/screens/bank-transfer/route";
import { action, loader } from "~/payments/screens/invoices/route";
import { loader as download } from "~/money/api/billing/download";
import { action as userAction } from "~/staff/screens/user-by-id/route";
import { deleteAccounts } from "~/staff/delete-accounts.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { askDeletion, ASK_FOR_SURPLUS } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { lockWaits } from "../../support/lock-waits";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { csvFile } from "../../platform/database/screens/csv-file";
import { aMember } from "../../support/team-world";
import { readPdf } from "../../support/pdf-text";
import { until } from "../../support/until";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { aPayer, ledgerIsRight, purse } from "./purse";

const STAFF = "/dashboard/invoices";
const OWN = "/billing/bank-transfer";
const DAY_MS = 86_400_000;
let admin: Visit & { userId: number };
let operator: Visit & { userId: number };
let support: Visit;

async function aStaff(role: "admin" | "operator" | "support") {
  const { userId } = await aTenant({ role, dollars: 0 });
  return { ...(await aVisit({ userId })), userId };
}

beforeAll(async () => {
  await theCatalogue();
  [admin, operator, support] = [await aStaff("admin"), await aStaff("operator"), await aStaff("support")];
});
beforeEach(async () => {
  await db.query(
    `update seller set name = 'Race BV', address = 'Dam 1', country = 'DE', vat_number = 'DE1', charges_vat = false,
       bank_details = E'Race BV\nDE02 1203 0000 0000 2020 51'`,
  );
});
afterEach(async () => {
  expect(await ledgerIsRight()).toBe(true);
});

const later = (days: number) => new Date(Date.now() + days * DAY_MS);
const day = (at: Date) => at.toISOString().slice(0, 10);

/** A customer whom an admin has allowed invoices on the customer's page. */
async function allowed(creditWhen: "issued" | "paid" = "paid", limit = "10000"): Promise<TenantInWorld> {
  const payer = await aPayer();
  await setTerms(payer, { allowed: "1", limit, credit_when: creditWhen });
  return payer;
}

async function setTerms({ userId }: TenantInWorld, fields: Record<string, string>, visit = admin) {
  const form = { intent: "bank-terms", days: "14", limit: "10000", credit_when: "paid", ...fields };
  return await answerOf(await userAction(post(visit, `/users/view/${userId}`, form, { id: String(userId) })));
}

async function issued({ tenantId, userId }: TenantInWorld, cents = 10_000n, now = new Date()) {
  const invoiceId = randomUUID();
  return await issueInvoice({ invoiceId, tenantId, userId, cents: cents as Cents, shownVat: "", now });
}

const transferOf = (invoiceId: string, cents: bigint, more = {}) => ({
  ...{ transferId: randomUUID(), invoiceId, cents: cents as Cents, receivedOn: day(new Date()) },
  ...{ reference: randomUUID(), userId: operator.userId, requestId: "", now: new Date(), ...more },
});
const returnOf = (invoiceId: string, cents: bigint, more = {}) => ({
  ...{ returnId: randomUUID(), invoiceId, cents: cents as Cents, returnedOn: day(new Date()) },
  ...{ reference: randomUUID(), userId: operator.userId, requestId: "", now: new Date(), ...more },
});
/** A paid invoice of 100 dollars for which more has come. */
async function overpaid(payer: TenantInWorld, overCents: bigint, cents = 10_000n) {
  const { invoiceId, number } = await issued(payer, cents);
  await recordTransfer(transferOf(invoiceId, cents + overCents));
  return { invoiceId, number };
}
const stateOf = async (invoiceId: string) => (await readInvoice(invoiceId))?.state;
const account = async (name: "bank" | "receivable" | "vat") =>
  Number((await sumAccounts()).find((one) => one.name === name)?.units ?? 0n) / 3600;
const mailsTo = async ({ email }: TenantInWorld) =>
  (await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [email])).map(
    ({ subject }) => subject,
  );

async function withVat(): Promise<void> {
  await db.query(
    `insert into vat_rate (country, from_day, rate_bp, set_by_id, set_at) select 'DE', '2020-01-01', 1900, min(id), now()
     from user_account on conflict do nothing`,
  );
  await db.query(`update seller set charges_vat = true`);
}

describe("Who may pay by bank transfer (B23)", () => {
  test("those whom an admin allows; operators cannot, and wrong terms are refused with the reason", async () => {
    const payer = await aPayer();
    await expect(issued(payer)).rejects.toThrow(M.transferNotAllowed);
    expect((await thrownBy(setTerms(payer, { allowed: "1" }, operator))).status).toBe(403);
    expect(await setTerms(payer, { allowed: "1", days: "0" })).toMatchObject({ data: { message: M.bankTermsFields } });
    expect(await setTerms(payer, { allowed: "1", limit: "much" })).toMatchObject({
      data: { message: M.bankTermsFields },
    });
    await setTerms(payer, { allowed: "1" });
    expect(await stateOf((await issued(payer)).invoiceId)).toBe("open");
  });

  test("a withdrawn permission stops new invoices, and open ones stay payable", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    await setTerms(payer, {});
    await expect(issued(payer)).rejects.toThrow(M.transferNotAllowed);
    expect(await recordTransfer(transferOf(invoiceId, 10_000n))).toBe(0n);
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
  });

  test("not beyond the limit of open invoices, which concurrent forms cannot pass together", async () => {
    const payer = await allowed("paid", "150");
    const outcomes = await Promise.allSettled([issued(payer), issued(payer), issued(payer)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(issued(payer)).rejects.toThrow(M.overInvoiceLimit({ left: "$50.00", limit: "$150.00" }));
  });

  test("not while one is more than 7 days overdue, and not without bank details", async () => {
    const payer = await allowed();
    const { number } = await issued(payer, 10_000n, later(-21));
    expect(await stateOf((await issued(payer)).invoiceId)).toBe("open");
    await expect(issued(payer, 10_000n, later(1))).rejects.toThrow(M.invoiceOverdue({ number }));
    await db.query(`update seller set bank_details = ''`);
    await expect(issued(await allowed())).rejects.toThrow(M.noBankDetails);
  });
});

describe("The customer's screen (B23)", () => {
  test("a form sent twice issues one numbered invoice, which is mailed, shown and a PDF, to its customer only", async () => {
    const payer = await allowed();
    const visit = await aVisit(payer);
    const { invoiceId } = await ownScreen(get(visit, OWN));
    const form = { intent: "issue", invoice_id: invoiceId, amount: "250", vat: "" };
    for (let time = 0; time < 2; time += 1)
      expect(await answerOf(await ownAction(post(visit, OWN, form)))).toMatchObject({
        location: `${OWN}?invoice=${invoiceId}`,
      });
    const { rows } = await ownScreen(get(visit, OWN));
    expect(rows).toMatchObject([
      { total: "$250.00", standing: "open", number: expect.stringMatching(/^INV-\d{4}-\d{6}$/) },
    ]);
    expect(await mailsTo(payer)).toEqual([expect.stringContaining(`Invoice ${rows[0]?.number}: $250.00, due on`)]);
    expect(await ownScreen(get(visit, `${OWN}?invoice=${invoiceId}`))).toMatchObject({
      shown: { bankLines: ["Race BV", "DE02 1203 0000 0000 2020 51"], due: "$250.00" },
    });
    const file = await download(get(visit, `/billing/download/${invoiceId}`, { id: invoiceId }));
    expect(file.headers.get("Content-Type")).toBe("application/pdf");
    expect((await file.text()).startsWith("%PDF")).toBe(true);
    const stranger = await aVisit(await allowed());
    expect((await thrownBy(ownScreen(get(stranger, `${OWN}?invoice=${invoiceId}`)))).status).toBe(404);
    expect((await download(get(stranger, `/billing/download/${invoiceId}`, { id: invoiceId }))).status).toBe(404);
    for (const amount of ["much", "4.99", "1000001"])
      expect(await answerOf(await ownAction(post(visit, OWN, { ...form, amount })))).toMatchObject({ status: 422 });
  });
});

describe("Money that comes (B23)", () => {
  test("credits the invoice without its VAT once all is there; a part leaves the rest due", async () => {
    await withVat();
    const payer = await allowed();
    const before = { bank: await account("bank"), receivable: await account("receivable"), vat: await account("vat") };
    const asked = { invoiceId: randomUUID(), ...payer, cents: 10_000n as Cents, now: new Date() };
    await expect(issueInvoice({ ...asked, shownVat: "" })).rejects.toThrow(M.vatChanged);
    const { invoiceId } = await issueInvoice({ ...asked, shownVat: "DE:1900:domestic" });
    expect(await recordTransfer(transferOf(invoiceId, 5000n))).toBe(6900n);
    expect([await stateOf(invoiceId), await purse(payer)]).toEqual(["open", { cents: 0, owed: 0 }]);
    expect((await account("receivable")) - before.receivable).toBe(5000);
    expect(await recordTransfer(transferOf(invoiceId, 6900n))).toBe(0n);
    expect([await stateOf(invoiceId), await purse(payer)]).toEqual(["paid", { cents: 10_000, owed: 0 }]);
    expect((await account("bank")) - before.bank).toBe(-11_900);
    expect((await account("receivable")) - before.receivable).toBe(0);
    expect((await account("vat")) - before.vat).toBe(1900);
    const [line] = await db.query(
      `select net_cents::int as net, vat_cents::int as vat from vat_line where tenant_id = $1`,
      [payer.tenantId],
    );
    expect(line).toEqual({ net: 10_000, vat: 1900 });
    expect(await listBillingEvents({ ...payer, limit: 5 })).toMatchObject([
      { bev_location: "bank", bev_dollars: -100, bev_type: "topup" },
    ]);
  });

  test("two staff who mark it paid at once credit it once, whatever their forms", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    const transfer = transferOf(invoiceId, 10_000n);
    const same = { reference: "SEPA 1" };
    const outcomes = await Promise.allSettled([
      ...[recordTransfer(transfer), recordTransfer(transfer)],
      ...[recordTransfer(transferOf(invoiceId, 10_000n, same)), recordTransfer(transferOf(invoiceId, 10_000n, same))],
    ]);
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    const [{ transfers } = { transfers: 0 }] = await db.query<{ transfers: number }>(
      `select count(*)::int as transfers from bank_transfer where invoice_id = $1`,
      [invoiceId],
    );
    expect(transfers).toBe(1);
    await expect(recordTransfer(transferOf(invoiceId, 1n))).rejects.toThrow(M.invoiceEnded);
  });

  test("the same bank reference counts once, a later day is refused, and more than is due is only noted", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    await recordTransfer(transferOf(invoiceId, 1000n, { reference: "SEPA 7" }));
    await expect(recordTransfer(transferOf(invoiceId, 1000n, { reference: "SEPA 7" }))).rejects.toThrow(
      M.transferKnown,
    );
    await expect(recordTransfer(transferOf(invoiceId, 1n, { receivedOn: "2099-01-01" }))).rejects.toThrow(
      M.transferDay,
    );
    await recordTransfer(transferOf(invoiceId, 10_000n));
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    expect(await loader(get(support, `${STAFF}?id=${invoiceId}`))).toMatchObject({
      mayAct: false,
      one: { over: "$10.00", standing: "paid", transfers: [{ reference: "SEPA 7" }, {}] },
    });
    const [told] = await db.query<{ text: string }>(
      `select text from mail where to_address = $1 order by id desc limit 1`,
      [payer.email],
    );
    expect(told?.text).toContain("$10.00 more than was due came in. It is not in your balance");
    const file = await csvFile(loader, support, `${STAFF}?show=paid&format=csv`);
    expect(file.rows).toContainEqual(expect.objectContaining({ "Received, $": "110.00", "Too much, $": "10.00" }));
  });

  test.each(["bank_transfer", "ledger_transaction", "ledger_entry", "vat_line", "notification", "audit_row"])(
    "a crash at %s leaves nothing, and the same form then records it whole",
    async (table) => {
      await withVat();
      const payer = await allowed();
      const asked = { invoiceId: randomUUID(), ...payer, cents: 5000n as Cents, now: new Date() };
      const { invoiceId } = await issueInvoice({ ...asked, shownVat: "DE:1900:domestic" });
      const transfer = transferOf(invoiceId, 5950n);
      await db.query(
        `create or replace function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`,
      );
      await db.query(`create trigger crash after insert on ${table} execute function crash()`);
      await expect(recordTransfer(transfer)).rejects.toThrow("crash");
      await db.query(`drop trigger crash on ${table}`);
      expect([await stateOf(invoiceId), await purse(payer)]).toEqual(["open", { cents: 0, owed: 0 }]);
      expect(await recordTransfer(transfer)).toBe(0n);
      expect(await recordTransfer(transfer)).toBe(null);
      expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    },
  );
});

describe("Money that came beyond an invoice and goes back (B23)", () => {
  test("staff record the return on the screen, once; the customer is told once and sees the day, and the banner ends", async () => {
    const payer = await allowed();
    const before = { bank: await account("bank"), receivable: await account("receivable") };
    const { invoiceId, number } = await overpaid(payer, 2_100n);
    const path = `${STAFF}?id=${invoiceId}`;
    const { one } = await loader(get(operator, path));
    expect(one).toMatchObject({ over: "$21.00", overTyped: "21.00", returns: [] });
    const form = { intent: "return", id: invoiceId, return_id: one?.returnId ?? "", dollars: "20" };
    const fields = { ...form, returned_on: day(new Date()), reference: "SEPA R1" };
    const send = async (more = {}, visit: Visit = operator) =>
      await answerOf(await action(post(visit, path, { ...fields, ...more })));
    expect((await thrownBy(send({}, support))).status).toBe(403);
    for (const [wrong, message] of [
      [{ dollars: "much" }, M.returnAmount],
      [{ dollars: "0" }, M.returnAmount],
      [{ dollars: "-1" }, M.returnAmount],
      [{ dollars: "21.01" }, M.moreThanSurplus({ dollars: "$21.00" })],
      [{ returned_on: "" }, M.returnDay],
      [{ returned_on: "2099-01-01" }, M.returnDay],
      [{ reference: " " }, M.transferReference],
    ] as const)
      expect(await send(wrong)).toMatchObject({ status: 422, data: { message } });
    expect(await send()).toMatchObject({ status: 303 });
    expect(await noticeOf(operator)).toMatchObject({ message: "Recorded. $1.00 is left to return." });
    expect(await send()).toMatchObject({ status: 303 });
    expect(await noticeOf(operator)).toMatchObject({ message: expect.stringContaining("is not repeated") });
    expect(await send({ return_id: randomUUID(), dollars: "1" })).toMatchObject({
      data: { message: M.transferKnown },
    });
    const visit = await aVisit(payer);
    const shown = async () => (await ownScreen(get(visit, `${OWN}?invoice=${invoiceId}`))).shown;
    expect(await shown()).toMatchObject({
      over: "$1.00",
      returns: [{ on: day(new Date()), amount: "$20.00", by: "" }],
    });
    expect(await send({ return_id: randomUUID(), dollars: "1", reference: "SEPA R2" })).toMatchObject({ status: 303 });
    expect(await shown()).toMatchObject({ over: null, standing: "paid", received: "$121.00", returns: [{}, {}] });
    expect((await loader(get(operator, path))).one).toMatchObject({
      over: null,
      returns: [{ by: expect.any(String) }, {}],
    });
    const told = await db.query<{ subject: string; text: string }>(
      `select subject, text from mail where to_address = $1 and subject like '%went back%' order by id`,
      [payer.email],
    );
    expect(told).toMatchObject([
      {
        subject: `Invoice ${number}: $20.00 went back to your bank`,
        text: expect.stringMatching(
          /\$1\.00 more than was due came in\. It is not in your balance.*\n\nReference: SEPA R1/,
        ),
      },
      { text: expect.not.stringContaining("not in your balance") },
    ]);
    const pdf = await download(get(visit, `/billing/download/${invoiceId}`, { id: invoiceId }));
    expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toMatch(
      /Received\s+\$121\.00\s+Returned\s+−\$21\.00/,
    );
    const acts = await db.query(
      `select user_id as by, (after ->> 'cents')::int as cents from audit_row where target = $1 and action = 'invoice.return' order by id`,
      [`invoice:${invoiceId}`],
    );
    expect(acts).toEqual([
      { by: operator.userId, cents: 2000 },
      { by: operator.userId, cents: 100 },
    ]);
    const file = await csvFile(loader, support, `${STAFF}?show=paid&format=csv`);
    expect(file.rows).toContainEqual(
      expect.objectContaining({
        Number: number,
        "Received, $": "121.00",
        "Returned, $": "21.00",
        "Too much, $": "0.00",
      }),
    );
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    expect([(await account("bank")) - before.bank, await account("receivable")]).toEqual([-10_000, before.receivable]);
  });

  test("nothing goes back of an open or an exactly paid one, nor as a part of a credit note", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    await recordTransfer(transferOf(invoiceId, 9_999n));
    const nothing = M.moreThanSurplus({ dollars: "$0.00" });
    await expect(recordReturn(returnOf(invoiceId, 1n))).rejects.toThrow(nothing);
    await recordTransfer(transferOf(invoiceId, 1n));
    await expect(recordReturn(returnOf(invoiceId, 1n))).rejects.toThrow(nothing);
    const note = { noteId: randomUUID(), invoiceId, cents: 500n as Cents, reason: "x", requestId: "", now: new Date() };
    await giveCreditNote({ ...note, userId: admin.userId });
    await expect(recordReturn(returnOf(invoiceId, 1n))).rejects.toThrow(nothing);
  });

  test.each(["bank_return", "ledger_transaction", "ledger_entry", "notification", "mail", "audit_row"])(
    "a crash at %s leaves nothing, and the same form then records it whole",
    async (table) => {
      const payer = await allowed();
      const { invoiceId } = await overpaid(payer, 300n);
      const given = returnOf(invoiceId, 300n);
      const before = await account("bank");
      await db.query(
        `create or replace function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`,
      );
      await db.query(`create trigger crash after insert on ${table} execute function crash()`);
      await expect(recordReturn(given)).rejects.toThrow("crash");
      await db.query(`drop trigger crash on ${table}`);
      expect([await readInvoice(invoiceId), (await account("bank")) - before]).toMatchObject([
        { returnedCents: 0n },
        0,
      ]);
      expect([await recordReturn(given), await recordReturn(given)]).toEqual([0n, null]);
      expect((await account("bank")) - before).toBe(300);
    },
  );

  test("whatever is recorded at once, and however often, never more than the surplus goes back, and the books agree", async () => {
    const payer = await allowed("paid", "1000000");
    const cents = fc.bigInt({ min: 1n, max: 1_000n });
    await fc.assert(
      fc.asyncProperty(cents, fc.array(cents, { minLength: 1, maxLength: 4 }), async (over, parts) => {
        const before = { bank: await account("bank"), receivable: await account("receivable") };
        const { invoiceId } = await overpaid(payer, over, 500n);
        const given = parts.map((part) => returnOf(invoiceId, part));
        const ends = await Promise.allSettled([...given, ...given].map((one) => recordReturn(one)));
        for (const end of ends)
          if (end.status === "rejected") expect(String(end.reason)).toContain("is left to return");
        const [sum] = await db.query<{ back: bigint }>(
          `select coalesce(sum(cents), 0)::bigint as back from bank_return where invoice_id = $1`,
          [invoiceId],
        );
        const back = sum?.back ?? 0n;
        expect(await readInvoice(invoiceId)).toMatchObject({ state: "paid", returnedCents: back });
        // Each that would still fit was recorded.
        const refused = given.filter((_one, index) => ends[index]?.status === "rejected");
        for (const one of refused) expect(one.cents).toBeGreaterThan(over - back);
        expect(back).toBeLessThanOrEqual(over);
        expect((await account("bank")) - before.bank).toBe(Number(back - over - 500n));
        expect((await account("receivable")) - before.receivable).toBe(Number(over - back));
      }),
      { numRuns: 15 },
    );
  });

  test("the database refuses more than the surplus, whoever writes", async () => {
    const { invoiceId } = await overpaid(await allowed(), 10n);
    const write = async (back: number) =>
      await db.query(`update bank_invoice set returned_cents = $2 where invoice_id = $1`, [invoiceId, back]);
    await write(10);
    await expect(write(11)).rejects.toThrow("bank_invoice_returned");
    await expect(write(-1)).rejects.toThrow("bank_invoice_returned");
    await write(0);
  });
});

describe("Credited when it is issued (B23)", () => {
  test("the balance has it at once and the ledger a claim, which the transfer ends", async () => {
    const payer = await allowed("issued");
    const before = await account("receivable");
    const { invoiceId } = await issued(payer);
    expect([await purse(payer), (await account("receivable")) - before]).toEqual([{ cents: 10_000, owed: 0 }, -10_000]);
    await recordTransfer(transferOf(invoiceId, 10_000n));
    expect([await purse(payer), await account("receivable")]).toEqual([{ cents: 10_000, owed: 0 }, before]);
  });

  test("a cancelled one is taken back; one for which money has come cannot be cancelled", async () => {
    const payer = await allowed("issued");
    const { invoiceId } = await issued(payer);
    const act = { userId: operator.userId, requestId: "", now: new Date() };
    await cancelInvoice({ invoiceId, ...act });
    expect([await stateOf(invoiceId), await purse(payer)]).toEqual(["cancelled", { cents: 0, owed: 0 }]);
    await expect(cancelInvoice({ invoiceId, ...act })).rejects.toThrow(M.invoiceEnded);
    const other = await issued(payer);
    await recordTransfer(transferOf(other.invoiceId, 1n));
    await expect(cancelInvoice({ invoiceId: other.invoiceId, ...act })).rejects.toThrow(M.cancelAfterMoney);
    expect((await mailsTo(payer)).filter((subject) => subject.endsWith("is cancelled"))).toHaveLength(1);
  });
});

test.each([
  ["A transfer", () => operator, async (to: TenantInWorld) => await recordTransfer(await ofOpen(to))],
  [
    "A return",
    () => operator,
    async (to: TenantInWorld) => await recordReturn(returnOf((await ofOpen(to)).invoiceId, 1n)),
  ],
  ["A cancellation", () => operator, async (to: TenantInWorld) => await cancelInvoice(await ofOpen(to))],
])("%s is recorded by nobody for a team of their own, and not by a former operator (B23)", async (_what, who, act) => {
  const payer = await allowed();
  await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())`, [
    payer.tenantId,
    who().userId,
  ]);
  await expect(act(payer)).rejects.toThrow(M.ownInvoice);
  await db.query(`delete from member where tenant_id = $1 and user_id = $2`, [payer.tenantId, who().userId]);
  await db.query(`update user_account set role = 'support' where id = $1`, [who().userId]);
  try {
    await expect(act(payer)).rejects.toThrow(M.notAllowed);
  } finally {
    await db.query(`update user_account set role = 'operator' where id = $1`, [who().userId]);
  }
});

async function ofOpen(to: TenantInWorld) {
  return transferOf((await issued(to, 100n)).invoiceId, 100n);
}

describe("A credit note (B22, B23)", () => {
  test("gives no money twice that is left once: notes of two invoices at the same time", async () => {
    const payer = await allowed();
    const paid = await Promise.all([issued(payer, 5_000n), issued(payer, 5_000n)]);
    for (const { invoiceId } of paid) await recordTransfer(transferOf(invoiceId, 5_000n));
    const { tenantId } = payer;
    const spent = { tenantId, units: centsToUnits(5_000n as Cents), to: "adjustment", kind: "adjustment" } as const;
    await transaction((tx) => takeMoney(tx, { ...spent, key: randomUUID(), description: "x", now: new Date() }));
    const act = { reason: "x", userId: admin.userId, requestId: "", now: new Date(), cents: 5_000n as Cents };
    const notes = paid.map(({ invoiceId }) => giveCreditNote({ noteId: randomUUID(), invoiceId, ...act }));
    const ends = await Promise.allSettled(notes);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  });

  test("gives unspent money back with its share of VAT, in parts that end at exactly what was paid", async () => {
    await withVat();
    const payer = await allowed();
    const asked = { invoiceId: randomUUID(), ...payer, cents: 999n as Cents, now: new Date() };
    const { invoiceId } = await issueInvoice({ ...asked, shownVat: "DE:1900:domestic" });
    const note = (cents: bigint) => ({
      ...{ noteId: randomUUID(), invoiceId, cents: cents as Cents, reason: "Not needed.", userId: admin.userId },
      ...{ requestId: "", now: new Date() },
    });
    await expect(giveCreditNote(note(1n))).rejects.toThrow(M.creditNoteOfPaid);
    const before = await account("bank");
    await recordTransfer(transferOf(invoiceId, 1189n));
    const first = note(333n);
    const numbers = await Promise.all([giveCreditNote(first), giveCreditNote(first)]);
    expect(numbers.filter((number) => number === null)).toHaveLength(1);
    await giveCreditNote(note(1n));
    await expect(giveCreditNote(note(856n))).rejects.toThrow(M.moreThanInvoice({ dollars: "$8.55" }));
    await giveCreditNote(note(855n));
    expect([await purse(payer), (await account("bank")) - before]).toEqual([{ cents: 0, owed: 0 }, 0]);
    const [sum] = await db.query(
      `select sum(net_cents)::int as net, sum(vat_cents)::int as vat from vat_line where tenant_id = $1`,
      [payer.tenantId],
    );
    expect(sum).toEqual({ net: 0, vat: 0 });
    const visit = await aVisit(payer);
    expect((await ownScreen(get(visit, `${OWN}?invoice=${invoiceId}`))).shown?.notes).toHaveLength(3);
    const file = await download(get(visit, `/billing/download/${first.noteId}`, { id: first.noteId }));
    expect((await file.text()).startsWith("%PDF")).toBe(true);
    for (const id of [invoiceId, first.noteId]) {
      const args = get(operator, `${STAFF}?id=${id}&format=pdf`);
      await thrownBy(loader(args));
      expect((await args.context.facts?.file?.text())?.startsWith("%PDF")).toBe(true);
    }
    const stranger = await aVisit(await allowed());
    expect((await download(get(stranger, `/billing/download/${first.noteId}`, { id: first.noteId }))).status).toBe(404);
  });

  test("not of spent money, and by admins only", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer, 1000n);
    await recordTransfer(transferOf(invoiceId, 1000n));
    const spent = {
      tenantId: payer.tenantId,
      units: centsToUnits(600n),
      key: `spent:${payer.tenantId}`,
      now: new Date(),
    };
    await transaction((tx) => takeMoney(tx, { ...spent, to: "adjustment", kind: "adjustment", description: "Spent" }));
    const path = `${STAFF}?id=${invoiceId}`;
    const form = { intent: "credit-note", id: invoiceId, note_id: randomUUID(), dollars: "4.01", reason: "Unused." };
    expect((await thrownBy(action(post(operator, path, form)))).status).toBe(403);
    expect(await answerOf(await action(post(admin, path, form)))).toMatchObject({
      status: 422,
      data: { message: M.moreThanBalance({ dollars: "$4.00" }) },
    });
    expect(await answerOf(await action(post(admin, path, { ...form, dollars: "4" })))).toMatchObject({ status: 303 });
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  });
});

describe("Reminders, lists and closing (B23)", () => {
  test("reminders go out at the due date and 7 days later, once each, however often the job runs", async () => {
    const payer = await allowed();
    const { number } = await issued(payer);
    const reminders = async () => (await mailsTo(payer)).slice(1);
    await remindOfInvoices({ now: later(13) });
    expect(await reminders()).toEqual([]);
    await Promise.all([14, 14, 15].map((days) => remindOfInvoices({ now: later(days) })));
    expect(await reminders()).toEqual([`Invoice ${number} is due`]);
    await Promise.all([21, 22, 40].map((days) => remindOfInvoices({ now: later(days) })));
    expect(await reminders()).toEqual([`Invoice ${number} is due`, `Invoice ${number} is overdue`]);
  });

  test("a credited invoice is settled before the account is handed over: the next owner did not agree to it", async () => {
    const payer = await allowed("issued");
    const next = await aMember({ tenantId: payer.tenantId, role: "member" });
    const { invoiceId } = await issued(payer);
    const give = () => handOver({ ...payer, memberId: next.userId, requestId: "", now: new Date() });
    await expect(give()).rejects.toThrow(M.handOverWithDebt);
    await recordTransfer(transferOf(invoiceId, 10_000n));
    await give();
  });

  test("a customer who cannot be reminded keeps no other from it", async () => {
    const [bad, good] = [await allowed(), await allowed()];
    await issued(bad);
    const { number } = await issued(good);
    await db.query(`alter table notification add constraint deaf check (tenant_id <> ${bad.tenantId}) not valid`);
    await expect(remindOfInvoices({ now: later(14) })).rejects.toThrow("deaf");
    await db.query(`alter table notification drop constraint deaf`);
    expect((await mailsTo(good)).slice(1)).toEqual([`Invoice ${number} is due`]);
  });

  test("staff see who owes with totals, record the transfer on the screen, and it is audited", async () => {
    const payer = await allowed();
    const { invoiceId, number } = await issued(payer, 20_000n, later(-20));
    const { sums, rows } = await loader(get(support, `${STAFF}?show=overdue`));
    expect(rows.find((row) => row.number === number)).toMatchObject({ standing: "overdue", due: "$200.00" });
    expect(sums.overdue).toBe((await sumOpenInvoices({ now: new Date() })).overdue);
    const debtor = (await listInvoiceDebtors({ now: new Date(), limit: 100 })).find(
      ({ tenantName }) => tenantName === payer.tenantName,
    );
    expect(debtor).toMatchObject({ invoices: 1, dueCents: 20_000n, overdueCents: 20_000n });
    const file = await csvFile(loader, support, `${STAFF}?show=customers&format=csv`);
    expect(file.rows).toContainEqual(expect.objectContaining({ Customer: payer.tenantName, "Overdue, $": "200.00" }));
    const open = await csvFile(loader, support, `${STAFF}?show=open&format=csv`);
    expect(open.rows).toContainEqual(
      expect.objectContaining({ Number: number, "Still due, $": "200.00", State: "overdue" }),
    );
    const path = `${STAFF}?id=${invoiceId}`;
    const { one } = await loader(get(operator, path));
    const form = { intent: "transfer", id: invoiceId, transfer_id: one?.transferId ?? "", dollars: "200" };
    const fields = { ...form, received_on: day(new Date()), reference: "SEPA 9" };
    expect((await thrownBy(action(post(support, path, fields)))).status).toBe(403);
    for (const wrong of [{ dollars: "much" }, { dollars: "0" }, { reference: "" }, { received_on: "" }])
      expect(await answerOf(await action(post(operator, path, { ...fields, ...wrong })))).toMatchObject({
        status: 422,
      });
    expect(await answerOf(await action(post(operator, path, fields)))).toMatchObject({ status: 303 });
    expect(await noticeOf(operator)).toMatchObject({ message: "Recorded. The invoice is paid." });
    const [act] = await db.query(`select action, user_id as by from audit_row where target = $1`, [
      `invoice:${invoiceId}`,
    ]);
    expect(act).toEqual({ action: "invoice.transfer", by: operator.userId });
  });

  test("a file misses no invoice while others are paid, and customers are counted and paged (B23)", async () => {
    await db.query(
      `with made as (insert into tenant (tenant_name) select 'debtor-' || i from generate_series(1, 30) i returning id, tenant_name)
       insert into bank_invoice (invoice_id, tenant_id, number, cents, vat_cents, vat_rate_bp, vat_country, vat_reason,
         credit_when, issued_at, due_on, seller, bank_details, billed_to)
       select gen_random_uuid(), id, tenant_name, 100, 0, 0, '', '', 'paid', now(), '2099-01-01', '{}', '', '{}' from made
       returning tenant_id as id`,
    );
    const now = new Date();
    const all = await listBankInvoices({ standing: "open", limit: 1000, now });
    const part = await listBankInvoices({ standing: "open", limit: 10, now });
    await db.query(`update bank_invoice set state = 'cancelled', ended_at = now() where invoice_id = $1`, [
      part[0]?.invoiceId,
    ]);
    const rest = await listBankInvoices({ standing: "open", last: part.at(-1) ?? null, limit: 1000, now });
    expect([...part, ...rest].map(({ number }) => number)).toEqual(all.map(({ number }) => number));
    await db.query(`update bank_invoice set state = 'open', ended_at = null where invoice_id = $1`, [
      part[0]?.invoiceId,
    ]);
    const screen = await loader(get(support, `${STAFF}?show=customers&page=99`));
    const { customers } = screen.sums;
    expect(customers).toBe((await listInvoiceDebtors({ now })).length);
    expect([screen.page, screen.pages]).toEqual([Math.ceil(customers / 25), Math.ceil(customers / 25)]);
    expect(screen.debtors).toHaveLength(customers % 25 || 25);
    await db.query(`delete from bank_invoice where number like 'debtor-%'`);
  });

  const close = async ({ userId }: TenantInWorld) =>
    await closeAccount({ actorId: admin.userId, userId, requestId: "", now: new Date() });

  test("closing an account cancels what nobody credited or paid, by mail and audited, and waits for the rest (B23)", async () => {
    const payer = await allowed();
    const { invoiceId, number } = await issued(payer);
    await close(payer);
    expect(await stateOf(invoiceId)).toBe("cancelled");
    expect(await mailsTo(payer)).toContain(`Invoice ${number} is cancelled`);
    expect(
      await db.query(`select action, user_id as by, tenant_id as of from audit_row where target = $1`, [
        `invoice:${invoiceId}`,
      ]),
    ).toEqual([{ action: "invoice.cancel", by: admin.userId, of: payer.tenantId }]);
    const other = await allowed();
    await recordTransfer(transferOf((await issued(other)).invoiceId, 1n));
    await expect(close(other)).rejects.toThrow("Settle its invoices by bank transfer first");
  });

  test("an account is neither closed nor deleted before what came beyond its invoice has gone back (B23)", async () => {
    const payer = await allowed();
    const { invoiceId } = await overpaid(payer, 300n);
    const { userId, email, tenantId } = payer;
    const now = new Date();
    const deletion = { userId, confirmation: email, givesUpCents: 10_000, requestId: "", now };
    await recordReturn(returnOf(invoiceId, 299n));
    await expect(askDeletion(deletion)).rejects.toThrow(ASK_FOR_SURPLUS);
    const spent = { units: centsToUnits(10_000n), to: "adjustment", kind: "adjustment", key: randomUUID() } as const;
    await transaction(async (tx) => await takeMoney(tx, { tenantId, ...spent, description: "", now }));
    await expect(close(payer)).rejects.toThrow("Send back first what came beyond its invoices");
    await recordReturn(returnOf(invoiceId, 1n));
    await askDeletion(deletion);
    await deleteAccounts({ now });
    expect(await db.query(`select state from user_account where id = $1`, [userId])).toEqual([{ state: "closed" }]);
  });

  test("a deletion waits for what came beyond an invoice since the request (B23)", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    const { userId, email } = payer;
    const now = new Date();
    await askDeletion({ userId, confirmation: email, givesUpCents: 0, requestId: "", now });
    await recordTransfer(transferOf(invoiceId, 10_300n));
    const note = { noteId: randomUUID(), invoiceId, cents: 10_000n as Cents, reason: "x", requestId: "", now };
    await giveCreditNote({ ...note, userId: admin.userId });
    const state = async () => {
      await deleteAccounts({ now });
      return await db.query(`select state from user_account where id = $1`, [userId]);
    };
    expect(await state()).toEqual([{ state: "suspended" }]);
    await recordReturn(returnOf(invoiceId, 300n));
    expect(await state()).toEqual([{ state: "closed" }]);
  });

  /** Holds back the transaction that writes this notice, near its end, until another one waits for it. */
  async function heldAtNotice(
    cause: string,
    tenantId: number,
    first: () => Promise<unknown>,
    then: () => Promise<unknown>,
  ) {
    return await transaction(async (tx) => {
      await tx.query(
        `insert into notification (tenant_id, retcode, human_readable_message, url, cause, at) values ($1, 'OK', '', '', $2, now())`,
        [tenantId, cause],
      );
      const done = [Promise.allSettled([first()])];
      await until("the first one waits for the notice", async () => (await lockWaits()) === 1);
      done.push(Promise.allSettled([then()]));
      await until("the second one waits for the first", async () => (await lockWaits()) === 2);
      // Without its own notice, this transaction lets both go on.
      await tx.query(`delete from notification where cause = $1`, [cause]);
      return done;
    }).then(async (done) =>
      (await Promise.all(done)).flat().map((one) => (one.status === "rejected" ? String(one.reason) : "done")),
    );
  }

  test("a transfer that arrives while its customer's account is closed wins or is refused, never both (B23)", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    const transfer = transferOf(invoiceId, 1n);
    expect(
      await heldAtNotice(
        `transfer:${transfer.transferId}`,
        payer.tenantId,
        () => recordTransfer(transfer),
        () => close(payer),
      ),
    ).toEqual(["done", expect.stringContaining("Settle its invoices")]);
    expect(await stateOf(invoiceId)).toBe("open");

    const other = await allowed();
    const late = await issued(other);
    expect(
      await heldAtNotice(
        `invoice-cancelled:${late.invoiceId}`,
        other.tenantId,
        () => close(other),
        () => recordTransfer(transferOf(late.invoiceId, 10_000n)),
      ),
    ).toEqual(["done", expect.stringContaining(M.invoiceEnded)]);
    expect(await stateOf(late.invoiceId)).toBe("cancelled");
  });

  test("no invoice is issued to an account that is being closed (B23, 16.9)", async () => {
    const payer = await allowed();
    const { invoiceId } = await issued(payer);
    expect(
      await heldAtNotice(
        `invoice-cancelled:${invoiceId}`,
        payer.tenantId,
        () => close(payer),
        () => issued(payer),
      ),
    ).toEqual(["done", expect.stringContaining(M.notAllowed)]);
  });
});

import { setBankTerms, USUAL_TERMS } from "~/payments/bank-terms.server";
import { issueInvoice } from "~/payments/inside/bank/issue-invoice.server";
import { recordTransfer } from "~/payments/inside/bank/record-transfer.server";
import { addVatRate, type SellerSettings, setSeller } from "~/payments/inside/vat/vat-settings.server";
import { readVat } from "~/payments/read-vat.server";
import { remindOfInvoices } from "~/payments/remind-of-invoices.server";
import { vatKey } from "~/payments/vat";
import { markVatNumber } from "~/payments/vat-check.server";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import type { Cents } from "~/money/units";
import { dayOf } from "~/platform/day-range";
import { db, transaction } from "~/platform/db.server";
import { addComment } from "~/staff/inside/add-comment.server";
import { setCustomerTags } from "~/staff/inside/customer-tags.server";
import { chanceOf } from "~/platform/chance";
import { DEMO_DOMAIN } from "./seed-history/customers";
import { writeTopUp } from "./seed-history/write-money";

const SEED = 20240517;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REQUEST = { requestId: "" };

const SELLER: SellerSettings = {
  ...{ name: "Millrace Demo B.V.", address: "Keizersgracht 1\n1015 CJ Amsterdam", country: "NL" },
  ...{ vatNumber: "NL123456789B01", chargesVat: true },
  bankDetails: "Millrace Demo B.V.\nIBAN: NL00 DEMO 0123 4567 89\nBIC: DEMONL2A",
};
const RATES = [
  { country: "NL", rateBp: 2100 },
  { country: "DE", rateBp: 1900 },
];
const VAT_SINCE_DAYS = 43;

/** Customers by the number in their name, and what their documents name. */
const LAB = {
  ...{ number: "22", company: "Institut für Strömungslehre", street: "Fasanenweg 12", postal: "70569" },
  ...{ city: "Stuttgart", country: "DE" },
};
const STUDIO = {
  ...{ number: "26", company: "Studio Wisła sp. z o.o.", street: "ul. Mostowa 4", postal: "31-061" },
  ...{ city: "Kraków", country: "PL", tax: "PL1234567890" },
};
/** Top-ups while VAT was on: the rate of the customer's country, a reverse charge, the own rate, and none. */
const TOP_UPS = [
  { number: LAB.number, cents: 10_000, daysAgo: 3 },
  { number: STUDIO.number, cents: 25_000, daysAgo: 26 },
  { number: "19", cents: 5000, daysAgo: 12 },
  { number: "21", cents: 5000, daysAgo: 5 },
];
const INVOICES = [
  { cents: 80_000, daysAgo: 40, paidDaysAgo: 29 },
  { cents: 120_000, daysAgo: 19, paidDaysAgo: null },
];

interface Person {
  tenantId: number;
  userId: number;
  tenantName: string;
  email: string;
}

/**
 * Gives a new demo documents with VAT, a customer who pays by bank transfer and owes an invoice, and what staff wrote about
 * that customer. In the end VAT is off, so that a first top-up costs what the form says (decision 0584).
 */
export async function seedInvoices(now: Date): Promise<void> {
  const [admin, lab, studio] = await Promise.all([
    findPerson("admin@millrace.example"),
    findCustomer(LAB.number),
    findCustomer(STUDIO.number),
  ]);
  if (!admin || !lab || !studio) return;
  const chance = chanceOf(SEED);
  const by = { userId: admin.userId, ...REQUEST };
  const before = (days: number) => new Date(Math.floor((now.getTime() - days * DAY_MS) / 1000) * 1000);
  const since = before(VAT_SINCE_DAYS);
  for (const rate of RATES) await addVatRate({ ...rate, from: dayOf(since), ...by, now: since });
  await setSeller({ ...SELLER, ...by, now: since });

  for (const [person, { number: _number, ...fields }] of [[lab, LAB] as const, [studio, STUDIO] as const])
    await updateProfile({ viewer: { ...person, memberRole: "owner" }, fields, now: since });
  const of = ({ tenantId, userId }: Person) => ({ tenantId, userId, actorId: admin.userId, ...REQUEST, now: since });
  await transaction(async (tx) => {
    await markVatNumber(tx, { ...of(studio), checked: true });
    await setBankTerms(tx, { ...of(lab), ...USUAL_TERMS, allowed: true });
  });

  for (const { number, cents, daysAgo } of TOP_UPS) {
    const person = await findCustomer(number);
    const topupId = chance.uuid();
    const at = before(daysAgo);
    if (!person) continue;
    const vat = await readVat({ tenantId: person.tenantId, now: at });
    const topUp = { topupId, paymentIntentId: `pi_demo_${topupId.replaceAll("-", "")}`, cents, at, refusal: null, vat };
    await transaction((tx) => writeTopUp(tx, person.tenantId, topUp));
  }

  for (const { cents, daysAgo, paidDaysAgo } of INVOICES) {
    const at = before(daysAgo);
    const { tenantId, userId } = lab;
    const shownVat = vatKey(await readVat({ tenantId, now: at }));
    const asked = { invoiceId: chance.uuid(), tenantId, userId, cents: BigInt(cents) as Cents, shownVat, now: at };
    const { invoiceId, number, vatCents } = await issueInvoice(asked);
    if (paidDaysAgo === null) continue;
    const total = (asked.cents + vatCents) as Cents;
    const paidAt = before(paidDaysAgo);
    const transfer = { transferId: chance.uuid(), invoiceId, cents: total, receivedOn: dayOf(paidAt) };
    await recordTransfer({ ...transfer, reference: `SEPA ${number}`, ...by, now: paidAt });
  }
  // Its reminder of the due date; the one of a week later comes by itself.
  await remindOfInvoices({ now: before(4) });
  await setSeller({ ...SELLER, chargesVat: false, ...by, now });
  // Nobody is mailed about the past.
  await db.query(`delete from mail where to_address = $1`, [lab.email]);
  await seedWords(lab, now);
}

/** Gives a customer a tag and a note of staff. */
async function seedWords({ tenantId, tenantName, userId }: Person, now: Date): Promise<void> {
  const operator = await findPerson("operator@millrace.example");
  if (!operator) return;
  const at = new Date(now.getTime() - 4 * HOUR_MS);
  await setCustomerTags({
    ...{ tenantId, tenantName, typed: "university, bank-transfer", actorId: operator.userId, ...REQUEST, now: at },
  });
  const body = "Their accounting pays on the first Thursday of a month. Call before you write a second reminder.";
  await addComment({ userId, authorId: operator.userId, body, ...REQUEST, now: at });
}

async function findCustomer(number: string): Promise<Person | null> {
  return await findPerson(`customer${number}@${DEMO_DOMAIN}`);
}

async function findPerson(email: string): Promise<Person | null> {
  const [person] = await db.query<Person>(
    `select u.tenant_id as "tenantId", u.id as "userId", t.tenant_name as "tenantName", u.email
     from user_account u join tenant t on t.id = u.tenant_id where u.email = $1 and u.state = 'active'`,
    [email],
  );
  return person ?? null;
}

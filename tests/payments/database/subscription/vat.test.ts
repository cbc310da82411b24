import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readTerms } from "~/payments/inside/subscription/read-terms.server";
import { readStatusNow } from "~/payments/inside/subscription/read-status.server";
import { recordUsage } from "~/payments/inside/subscription/record-usage.server";
import { sendUsage } from "~/payments/send-usage.server";
import type { TenantInWorld } from "../../../support/world";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { answerBank } from "../../../support/provider";
import {
  aDiscount,
  aPayer,
  enable,
  givenUpAtTheBank,
  hearReports,
  invoicesOf,
  paidAndRefunded,
  useShop,
} from "./subscribing";

const shop = useShop();
const now = new Date();

beforeAll(async () => {
  await db.query(
    `update seller set name = 'Race BV', address = 'Dam 1', country = 'NL', vat_number = 'NL1', charges_vat = true`,
  );
  await db.query(
    `insert into vat_rate (country, from_day, rate_bp, set_by_id, set_at)
     select country, '2020-01-01', bp, (select min(id) from user_account), now()
     from (values ('NL', 2100), ('FR', 550)) rates(country, bp)`,
  );
});

async function aCustomer(country: string) {
  const payer = await aPayer();
  await db.query(`update tenant set country = $2 where id = $1`, [payer.tenantId, country]);
  return payer;
}

const linesOf = async ({ tenantId }: TenantInWorld) =>
  await db.query(
    `select net_cents::int as net, vat_cents::int as vat, country, reason from vat_line where tenant_id = $1 order by id`,
    [tenantId],
  );

test("the fee has VAT on top, as agreed; each paid invoice counts once for the tax return (B22)", async () => {
  const payer = await aCustomer("NL");
  expect(await readTerms({ ...payer, now })).toMatchObject({ firstCents: 2420, vat: { rateBp: 2100 } });
  expect(await enable(payer)).toEqual({ kind: "enabled" });
  await hearReports(shop);
  expect(await invoicesOf(payer)).toMatchObject([{ status: "paid", total: 2420n }]);
  // A later rate leaves the running subscription as it was agreed.
  await db.query(`update vat_rate set rate_bp = 900 where country = 'NL'`);
  expect(await readStatusNow({ ...payer, now })).toMatchObject({ total: 2420 });
  await db.query(`update vat_rate set rate_bp = 2100 where country = 'NL'`);
  await hearReports(shop);
  expect(await linesOf(payer)).toEqual([{ net: 2000, vat: 420, country: "NL", reason: "domestic" }]);
});

test("a discount lowers fee and VAT alike, and minutes have their share (B22)", async () => {
  const payer = await aCustomer("FR");
  await aDiscount(payer, { code: "HALF", percent: 50 });
  expect(await readTerms({ ...payer, now })).toMatchObject({ firstCents: 1055 });
  await enable(payer);
  await hearReports(shop);
  expect(await linesOf(payer)).toEqual([{ net: 1000, vat: 55, country: "FR", reason: "destination" }]);
  const usage = { tenantName: payer.tenantName, minutes: 600, idempotencyKey: "vat", usedAt: new Date(), userId: 1 };
  await recordUsage({ ...usage, now: new Date() });
  await sendUsage({ now: new Date() });
  // 2000 + 5.5%, and 600 minutes for 1000 + 5.5%; the code was for one invoice.
  expect(await readStatusNow({ ...payer, now: new Date() })).toMatchObject({ total: 2110 + 1055 });
});

test("outside the Union there is none, and the document still counts (B22)", async () => {
  const payer = await aCustomer("US");
  await enable(payer);
  await hearReports(shop);
  expect(await invoicesOf(payer)).toMatchObject([{ total: 2000n }]);
  expect(await linesOf(payer)).toEqual([{ net: 2000, vat: 0, country: "US", reason: "outside" }]);
});

test("the payment of an abandoned subscription takes its VAT back to the card with it, once (B22)", async () => {
  const { payer, actionUrl } = await givenUpAtTheBank();
  await enable(payer);
  await answerBank(actionUrl, "confirm");
  await hearReports(shop);
  for (const hours of [2, 3]) await syncSubscriptions({ now: new Date(now.getTime() + hours * 3_600_000) });
  await hearReports(shop);
  expect(await paidAndRefunded(shop, payer)).toMatchObject({ refunded: [0, 2420] });
  expect(await linesOf(payer)).toEqual([
    { net: 2000, vat: 420, country: "NL", reason: "domestic" },
    { net: 2000, vat: 420, country: "NL", reason: "domestic" },
    { net: -2000, vat: -420, country: "NL", reason: "domestic" },
  ]);
});

import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { type Cents, centsToUnits } from "~/money/units";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { refundToCards } from "~/payments/refund-to-cards.server";
import { deleteAccounts } from "~/staff/delete-accounts.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { askDeletion, WAIT_FOR_REFUND } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { refundTopUp } from "~/staff/inside/refund-top-up.server";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "../../../payments/database/purse";
import { aCard, useProvider } from "../../../support/provider";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";

useProvider();

let admin: TenantInWorld;
let payer: TenantInWorld & { topupId: string };

beforeAll(async () => {
  await theCatalogue();
  admin = await aTenant({ role: "admin", dollars: 0 });
});
beforeEach(async () => {
  const of = await aPayer();
  payer = { ...of, topupId: await topUp(of, 4000n) };
});
afterEach(async () => {
  expect(await ledgerIsRight()).toBe(true);
});

async function topUp(of: TenantInWorld, cents: bigint): Promise<string> {
  const topupId = randomUUID();
  const pmId = await aCard({ ...of, name: "pm_card_visa" });
  await topUpFromCard({ ...of, topupId, pmId, cents: cents as Cents, cardHolderName: "Ada", now: new Date() });
  expect(await topUpsOf(of)).toMatchObject([{ state: "settled" }]);
  return topupId;
}

const ask = async (givesUpCents: number) =>
  await askDeletion({
    ...{ userId: payer.userId, confirmation: payer.email, givesUpCents, requestId: "", now: new Date() },
  });
const refund = async (cents: number) =>
  await refundTopUp({
    ...{ topupId: payer.topupId, cents: BigInt(cents) as Cents, reason: "Asked for.", note: "" },
    ...{ formKey: randomUUID(), actorId: admin.userId, requestId: "", now: new Date() },
  });
const close = async () =>
  await closeAccount({ actorId: admin.userId, userId: payer.userId, requestId: "", now: new Date() });
const work = async () => await deleteAccounts({ now: new Date() });
const stateOf = async () =>
  (await db.query<{ state: string }>(`select state from user_account where id = $1`, [payer.userId]))[0]?.state;

describe("Money that moves while an account is closed (6.9)", () => {
  test("a refund on its way to a card is made first: it takes no money that was given up", async () => {
    await refund(4000);
    await expect(ask(4000)).rejects.toThrow(WAIT_FOR_REFUND);
    await refundToCards({ now: new Date() });
    await ask(0);
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["closed", { cents: 0, owed: 0 }]);
  });

  test("a refund that staff order after the request is made before the account closes", async () => {
    await ask(4000);
    await refund(3000);
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["suspended", { cents: 4000, owed: 0 }]);
    await refundToCards({ now: new Date() });
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["closed", { cents: 0, owed: 0 }]);
  });

  test("staff close no account with a refund on its way", async () => {
    await refund(4000);
    await expect(close()).rejects.toThrow("refunds to cards");
    await refundToCards({ now: new Date() });
    await close();
    expect([await stateOf(), await purse(payer)]).toEqual(["closed", { cents: 0, owed: 0 }]);
  });

  test("money that is paid after the request is not given up: it waits until staff have sent it back", async () => {
    await refund(4000);
    await refundToCards({ now: new Date() });
    await ask(0);
    const now = new Date();
    const late = {
      tenantId: payer.tenantId,
      units: centsToUnits(1000n as Cents),
      kind: "topup",
      description: "",
      now,
    } as const;
    const key = `late:${payer.tenantId}`;
    await transaction((tx) => addCredit(tx, { ...late, from: "receivable", key }));
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["suspended", { cents: 1000, owed: 0 }]);
    await transaction((tx) => takeMoney(tx, { ...late, to: "receivable", key: `${key}:back` }));
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["closed", { cents: 0, owed: 0 }]);
  });

  test("any number that wait for money keep no other from its end", async () => {
    const waiting = await Promise.all(Array.from({ length: 51 }, () => aPayer()));
    for (const { tenantId, userId, email } of waiting) {
      await askDeletion({ userId, confirmation: email, givesUpCents: 0, requestId: "", now: new Date() });
      const lost = { tenantId, units: centsToUnits(100n as Cents), to: "provider", kind: "chargeback" } as const;
      const key = `lost:${tenantId}`;
      await transaction((tx) => takeMoney(tx, { ...lost, key, description: "Lost dispute", now: new Date() }));
    }
    await ask(4000);
    await work();
    expect([await stateOf(), await purse(payer)]).toEqual(["closed", { cents: 0, owed: 0 }]);
  });
});

import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/payments/screens/auto-top-up/route";
import { useProvider, aCard } from "../../../support/provider";
import { aTenant } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post } from "../../../accounts/database/screens/visit";

useProvider();

const SCREEN = "/billing/auto-top-up";
const TYPED = { intent: "switch-on", threshold: "10", amount: "25,50", month_cap: "$200", country: "de" };

async function aCustomer({ card = true } = {}) {
  const tenant = await aTenant({ dollars: 100 });
  if (card) await aCard({ tenantId: tenant.tenantId });
  return { tenant, visit: await aVisit({ userId: tenant.userId }) };
}

test("Customers switch automatic top-up on, change it and switch it off", async () => {
  const { tenant, visit } = await aCustomer();
  const before = await loader(get(visit, SCREEN));
  expect(before.auto).toMatchObject({ state: "off", settings: { threshold: "10.00", amount: "50.00" } });
  expect(before.countries).not.toBeNull();

  const send = async (fields: Record<string, string>) => await answerOf(await action(post(visit, SCREEN, fields)));
  expect(await send(TYPED)).toMatchObject({ status: 303, location: SCREEN });
  expect(await noticeOf(visit)).toMatchObject({ message: "Automatic top-up is on." });
  const on = await loader(get(visit, SCREEN));
  expect(on.auto).toMatchObject({
    state: "watching",
    settings: { threshold: "10.00", amount: "25.50", month_cap: "200.00" },
    card: { last4: "4242" },
  });
  expect(on.countries).toBeNull();
  const [row] = await db.query(`select country from tenant where id = $1`, [tenant.tenantId]);
  expect(row).toEqual({ country: "DE" });

  expect(await send({ ...TYPED, amount: "30" })).toMatchObject({ status: 303 });
  expect(await noticeOf(visit)).toMatchObject({ message: "Automatic top-up changed." });
  expect(await send({ intent: "switch-off" })).toMatchObject({ status: 303 });
  expect((await loader(get(visit, SCREEN))).auto?.state).toBe("off");
});

test("Invalid amounts show errors at their fields and keep the typed values", async () => {
  const { visit } = await aCustomer();
  const { status, data } = await answerOf(
    await action(post(visit, SCREEN, { ...TYPED, threshold: "0.5", amount: "4.99", month_cap: "" })),
  );
  expect(status).toBe(422);
  const { lastResult } = data as { lastResult: { error: Record<string, string[]>; initialValue: unknown } };
  expect(Object.keys(lastResult.error)).toEqual(["threshold", "amount", "month_cap"]);
  expect(lastResult.initialValue).toMatchObject({ threshold: "0.5", amount: "4.99" });
});

test("It cannot be switched on without a card, a country or a confirmed address", async () => {
  const bare = await aCustomer({ card: false });
  const answer = await answerOf(await action(post(bare.visit, SCREEN, TYPED)));
  expect(answer).toMatchObject({ status: 422, data: { message: M.paymentMethodRequired } });
  const nowhere = await aCustomer();
  const asked = await answerOf(await action(post(nowhere.visit, SCREEN, { ...TYPED, country: "" })));
  expect(asked).toMatchObject({ status: 422, data: { message: M.countryRequired } });
  const unconfirmed = await aCustomer();
  await db.query(`update user_account set state = 'unverified' where id = $1`, [unconfirmed.tenant.userId]);
  const refused = await answerOf(await action(post(unconfirmed.visit, SCREEN, TYPED)));
  expect(refused).toMatchObject({ status: 422, data: { message: M.confirmEmailFirst } });
  expect(
    await db.query(`select from auto_top_up where tenant_id = any($1::int[])`, [
      [bare, nowhere, unconfirmed].map(({ tenant }) => tenant.tenantId),
    ]),
  ).toEqual([]);
});

import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { enable, useShop } from "../payments/database/subscription/subscribing";
import { aCard } from "../support/provider";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

useShop();

test("subscription_enabled of /billing/tenant equals that of /payments/status, for every plan (3.4)", async () => {
  const person = await aPerson();
  expect(await enabledOf(person)).toEqual({ tenant: false, status: false });
  // PRO by a trial: nothing will be invoiced.
  await setPlan(person, "trial");
  expect(await enabledOf(person)).toEqual({ tenant: false, status: false });

  await aCard(person);
  await enable(person);
  expect(await enabledOf(person)).toEqual({ tenant: true, status: true });
  // Past due it still runs and is invoiced.
  await db.query(`update subscription set state = 'past_due' where tenant_id = $1`, [person.tenantId]);
  expect(await enabledOf(person)).toEqual({ tenant: true, status: true });

  // PRO until the period ends, and disabled all the same.
  await cancelSubscription({ tenantId: person.tenantId, now: new Date() });
  expect((await readLive(person))?.state).toBe("active");
  expect(await enabledOf(person)).toEqual({ tenant: false, status: false });
});

test("a first payment that waits at the bank does not enable it (3.4)", async () => {
  const person = await aPerson();
  await aCard({ tenantId: person.tenantId, name: "pm_card_authenticationRequired" });
  expect(await enable(person)).toMatchObject({ kind: "confirm" });
  expect(await enabledOf(person)).toEqual({ tenant: false, status: false });
});

/** Answers of the two paths. */
async function enabledOf({ apiKey }: Person) {
  const { tenant } = await read<{ tenant: { subscription_enabled: boolean } }>(
    await call("/billing/tenant", { key: apiKey }),
  );
  const { status } = await read(await call("/payments/status", { key: apiKey }));
  return { tenant: tenant.subscription_enabled, status: status !== 0 };
}

async function setPlan({ userId }: Person, status: string): Promise<void> {
  await db.query(`update user_account set codify_subscription_status = $2 where id = $1`, [userId, status]);
}

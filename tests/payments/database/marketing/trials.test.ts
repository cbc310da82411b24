import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { endTrials } from "~/payments/end-trials.server";
import { remindTrials } from "~/payments/remind-trials.server";
import { startTrial } from "~/payments/inside/marketing/start-trial.server";
import { setSubscriptionStatus } from "~/payments/inside/subscription/set-subscription-status.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { statusOf } from "./codes";

const START = new Date("2026-03-01T10:00:00Z");
const days = (count: number) => new Date(START.getTime() + count * 86_400_000);

beforeAll(async () => await theCatalogue());

async function aTrial(length: number) {
  const tenant = await aTenant({ dollars: 0 });
  await transaction((tx) => startTrial(tx, { userId: tenant.userId, days: length, code: null, now: START }));
  return tenant;
}

async function mailsTo(email: string) {
  return await db.query<{ subject: string; text: string }>(`select subject, text from mail where to_address = $1`, [
    email,
  ]);
}

async function toldTo(tenantId: number) {
  const rows = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1`,
    [tenantId],
  );
  return rows.map(({ text }) => text);
}

describe("A trial", () => {
  test("is PRO until its end and not a second longer, and reports that once", async () => {
    const { userId, tenantId } = await aTrial(14);
    expect(await statusOf(userId)).toBe("trial");
    await endTrials({ now: new Date(days(14).getTime() - 1) });
    expect(await statusOf(userId)).toBe("trial");
    await Promise.all([endTrials({ now: days(14) }), endTrials({ now: days(14) })]);
    await endTrials({ now: days(15) });
    expect(await statusOf(userId)).toBe("none");
    expect(await toldTo(tenantId)).toEqual(["Your trial has ended. Enable the subscription to get PRO back."]);
  });

  test("is available once per user", async () => {
    const { userId } = await aTrial(1);
    const again = async (now: Date) => await transaction((tx) => startTrial(tx, { userId, days: 90, code: null, now }));
    expect(await again(START)).toBe("had one");
    await endTrials({ now: days(2) });
    expect(await again(days(3))).toBe("had one");
    expect(await statusOf(userId)).toBe("none");
  });

  test("does not end the subscription that began in it", async () => {
    const { userId, tenantId } = await aTrial(14);
    await transaction((tx) => setSubscriptionStatus(tx, { of: { tenantId }, to: "active", now: days(2) }));
    await remindTrials({ now: days(12) });
    await endTrials({ now: days(14) });
    expect(await statusOf(userId)).toBe("active");
    expect(await toldTo(tenantId)).toEqual([]);
  });

  test("is announced by one mail 3 days before its end", async () => {
    const { email } = await aTrial(14);
    await remindTrials({ now: new Date(days(11).getTime() - 1) });
    expect(await mailsTo(email)).toEqual([]);
    await remindTrials({ now: days(11) });
    await remindTrials({ now: days(12) });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your Millrace trial ends in 3 days"]);
    expect(mails[0]?.text).toContain("ends on 15.03.2026 10:00 UTC");
  });

  test("of no more than 3 days is not", async () => {
    const { email } = await aTrial(3);
    await remindTrials({ now: days(0) });
    await remindTrials({ now: days(2) });
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe("Possible states of a subscription", () => {
  test("follow the state machine, and nothing else happens", async () => {
    const { userId } = await aTenant({ dollars: 0 });
    const become = async (to: "active" | "trial" | "past_due" | "canceled" | "none") => {
      const of = { userId };
      const changed = await transaction((tx) => setSubscriptionStatus(tx, { of, to, now: START }));
      return [changed.length, await statusOf(userId)];
    };
    expect(await become("canceled")).toEqual([0, "none"]);
    expect(await become("trial")).toEqual([1, "trial"]);
    expect(await become("trial")).toEqual([0, "trial"]);
    expect(await become("active")).toEqual([1, "active"]);
    expect(await become("none")).toEqual([0, "active"]);
    expect(await become("trial")).toEqual([0, "active"]);
    expect(await become("past_due")).toEqual([1, "past_due"]);
    expect(await become("active")).toEqual([1, "active"]);
    expect(await become("canceled")).toEqual([1, "canceled"]);
    expect(await become("past_due")).toEqual([1, "past_due"]);
  });
});

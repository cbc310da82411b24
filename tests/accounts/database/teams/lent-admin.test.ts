import { beforeEach, expect, test } from "vitest";
import { findApiKey } from "~/accounts/find-api-key.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { isOpenEnrolmentToken } from "~/fleet/find-enrolment-token.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import type { Cents } from "~/money/units";
import { planPrice, setPrice } from "~/compute/inside/pricing/set-price.server";
import { setModelPrice } from "~/usage/set-model-price.server";
import { createPromo } from "~/payments/inside/marketing/create-promo.server";
import { M } from "~/messages";
import { adjustBalance } from "~/staff/inside/adjust-balance.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { setRole } from "~/staff/inside/set-role.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { mailsTo, tokenTo } from "../../../staff/database/users/mails";
import { inSession } from "../in-session";

const now = new Date();
const requestId = "test";
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

let admin: TenantInWorld;
let other: TenantInWorld;
let thief: string;

/** An admin whose address was changed to another two seconds ago. */
beforeEach(async () => {
  await theCatalogue();
  [admin, other] = [await aTenant({ role: "admin" }), await aTenant({ role: "admin" })];
  thief = `thief-${admin.userId}@people.example`;
  await inSession(askEmailChange, { userId: admin.userId, newEmail: thief, requestId, now: at(-3) });
  await confirmEmailChange({ token: await tokenTo(thief, "email-change"), requestId, now: at(-2) });
});

const revert = async () =>
  await revertEmailChange({ token: await tokenTo(admin.email, "email-change"), requestId, now: at(1) });

test("Of an admin whose address is reverted end the enrolment tokens and service keys that were made meanwhile", async () => {
  const { token } = await issueEnrolmentToken({ clusterName: "fra1", userId: admin.userId, requestId, now });
  const name = `gateway-${admin.userId}`;
  const { key } = await makeSource({ actorId: admin.userId, name, requestId, now });
  await revert();
  expect(await isOpenEnrolmentToken({ token, now: at(2) })).toBe(false);
  expect(await findApiKey({ key, now: at(2) })).toBeNull();
  for (const { email } of [admin, other])
    expect((await mailsTo(email)).map(({ text }) => text).join("\n")).toContain(
      `the service key of the source ${name}`,
    );
});

const GIFTS: Record<string, (act: TenantInWorld & { actorId: number }) => Promise<unknown>> = {
  credit: (act) => adjustBalance({ ...act, cents: 100n as Cents, reason: "x", formKey: "lent", requestId, now }),
  "a promo code": ({ actorId }) =>
    createPromo({
      ...{ code: "LENT", name: "gift", kind: "balance_credit", value: 100_000, duration: "once" },
      ...{ maxRedemptions: null, expiresAt: null, actorId, requestId, now },
    }),
  "a price": ({ actorId: userId }) => setPrice({ gpuType: "a5000", pphCents: 1, version: 1, userId, requestId, now }),
  "a planned price": ({ actorId: userId }) =>
    planPrice({ gpuType: "a5000", pphCents: 1, version: 1, appliesAt: at(60), userId, requestId, now }),
  "a model's price": ({ actorId: by }) =>
    setModelPrice({
      ...{ model: "code-7b", figures: { prompt: 0n, generated: 0n, cacheRead: 0n, cacheCreation: 0n } },
      ...{ by, requestId, now },
    }),
  "the end of an account": (act) => closeAccount({ ...act, requestId, now }),
};

test.each(Object.keys(GIFTS))("An admin whose address may be taken back gives nobody %s (M197)", async (name) => {
  await expect(GIFTS[name]?.({ ...(await aTenant()), actorId: admin.userId })).rejects.toThrow(/address/);
});

test("An admin whose address may be reverted gives nobody another role (M197)", async () => {
  const friend = await aTenant();
  const act = { actorId: admin.userId, userId: friend.userId, role: "admin" as const, requestId };
  await expect(setRole({ ...act, now })).rejects.toThrow(/address/);
  await revert();
  await expect(setRole({ ...act, now })).rejects.toThrow(M.notAllowed);
  await expect(issueEnrolmentToken({ clusterName: "fra1", userId: admin.userId, requestId, now })).rejects.toThrow(
    M.notAllowed,
  );
});

import { expect, test } from "vitest";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import type { Cents } from "~/money/units";
import { db } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { adjustBalance } from "~/staff/inside/adjust-balance.server";
import { resetTwoFactor } from "~/staff/inside/reset-two-factor.server";
import { setRole } from "~/staff/inside/set-role.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { getOwner } from "~/usage/workspace-owner.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";

const now = new Date();
const requestId = "test";

/** Requests of an admin that were on their way. They wait for the lock of all admins, which the demotion holds. */
const ASKED: Record<string, (act: TenantInWorld & { actorId: number }) => Promise<unknown>> = {
  "another admin": (act) => setRole({ ...act, role: "admin", requestId, now }),
  credit: (act) => adjustBalance({ ...act, cents: 100n as Cents, reason: "x", formKey: "f", requestId, now }),
  "a login without its second factor": (act) => resetTwoFactor({ ...act, requestId, now }),
  "a suspension": (act) => suspendUser({ ...act, reason: "x", requestId, now }),
  "an enrolment token": ({ actorId: userId }) => issueEnrolmentToken({ clusterName: "fra1", userId, requestId, now }),
  "the waiting key of a workspace": ({ actorId, email }) => getOwner({ actorId, email, requestId, now }),
  "a source with its key": ({ actorId }) => makeSource({ actorId, name: "gateway", requestId, now }),
};

test.each(Object.keys(ASKED))("An admin whose role goes while they ask for %s does not get it (16.9)", async (name) => {
  await theCatalogue();
  const [admin, other, friend] = [await aTenant({ role: "admin" }), await aTenant({ role: "admin" }), await aTenant()];
  const ask = () => ASKED[name]?.({ ...friend, actorId: admin.userId });
  const ends = [
    () => setRole({ actorId: other.userId, userId: admin.userId, role: "operator", requestId, now }),
    () => suspendUser({ actorId: other.userId, userId: admin.userId, reason: "x", requestId, now }),
  ];
  for (const end of ends) {
    await db.query(`update user_account set role = 'admin', state = 'active' where id = $1`, [admin.userId]);
    await end();
    await expect(ask()).rejects.toThrow(M.notAllowed);
  }
});

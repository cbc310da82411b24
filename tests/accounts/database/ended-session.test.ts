import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { beginDeviceLogin } from "~/accounts/inside/device-login/begin-device-login.server";
import { action as decide } from "~/accounts/screens/device/route";
import { action as email } from "~/accounts/screens/email/route";
import { action as security } from "~/accounts/screens/security/route";
import { action as team } from "~/accounts/screens/team/route";
import { endOtherSessions } from "~/accounts/session.server";
import { action as data } from "~/staff/screens/data/route";
import { lockWaits } from "../../support/lock-waits";
import { aMember } from "../../support/team-world";
import { until } from "../../support/until";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aVisit, post, thrownBy } from "./screens/visit";
import { storedPasskey } from "./with-passkeys";

let counter = 0;

interface Form {
  action: (args: ActionFunctionArgs) => Promise<unknown>;
  path: string;
  fields: (user: TenantInWorld) => Promise<Record<string, string>> | Record<string, string>;
}

const onSecurity = (fields: Form["fields"]): Form => ({ action: security, path: "/user/security", fields });

/** Forms that give, show or end a way in, or the account, by what they would do. */
const FORMS: Record<string, Form> = {
  "a new account key": onSecurity(() => ({ intent: "new-key" })),
  "the whole account key": onSecurity(() => ({ intent: "show-key" })),
  "a set-up of two-factor": onSecurity(() => ({ intent: "totp-start" })),
  "the end of two-factor": onSecurity(async ({ userId, password }) => {
    await db.query(`update user_account set totp_confirmed_at = now(), totp_secret = 'x' where id = $1`, [userId]);
    return { intent: "totp-off", password };
  }),
  "the end of a passkey": onSecurity(async ({ userId }) => {
    await storedPasskey(userId);
    const [key] = await db.query<{ id: number }>(`select id from passkey where user_id = $1`, [userId]);
    return { intent: "passkey-remove", id: String(key?.id) };
  }),
  "the end of the other sessions": onSecurity(() => ({ intent: "end-others" })),
  "the deletion of the account": {
    action: data,
    path: "/user/data",
    fields: ({ email: confirmation, password }) => ({ intent: "delete", confirmation, password }),
  },
  "another owner of the team": {
    action: team,
    path: "/team",
    fields: async ({ tenantId, password }) => {
      const { userId: member } = await aMember({ tenantId, role: "member" });
      return { intent: "hand-over", member: String(member), password };
    },
  },
  "another address": {
    action: email,
    path: "/user/email",
    fields: () => ({ intent: "ask-email", email: `thief${(counter += 1)}@people.example` }),
  },
  "a command line's login": {
    action: decide,
    path: "/device",
    fields: async () => {
      const begun = { clientName: "x", ip: "127.0.0.1", network: `n${(counter += 1)}`, now: new Date() };
      return { intent: "allow", user_code: (await beginDeviceLogin(begun)).userCode };
    },
  },
};

it.each(Object.entries(FORMS))("A form that waits while its session ends does not get %s", async (_what, form) => {
  const user = await aTenant({ dollars: 0 });
  const visit = await aVisit(user);
  const sent = post(visit, form.path, await form.fields(user));
  const { answer } = await transaction(async (tx) => {
    await tx.query(`select from user_account where id = $1 for update`, [user.userId]);
    const sending = thrownBy(form.action(sent));
    await until("the form to wait for the user", async () => (await lockWaits("from user_account")) > 0);
    await endOtherSessions(tx, { userId: user.userId, keep: null, now: new Date() });
    return { answer: sending };
  });
  expect((await answer).status).toBe(403);
});

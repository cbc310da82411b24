import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { acceptInvitation, declineInvitation, findInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { changeRole, removeMember } from "~/accounts/inside/teams/change-member.server";
import { invite, withdrawInvitation } from "~/accounts/inside/teams/invite.server";
import { M } from "~/messages";
import { suspendAccess } from "~/accounts/suspend-access.server";
import { aMember, roleOf, tokenMailedTo } from "../../../support/team-world";
import { lockWaits } from "../../../support/lock-waits";
import { until } from "../../../support/until";
import { aTenant, type TenantInWorld } from "../../../support/world";

const now = new Date();
const requestId = "test";
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const asGuest = ({ userId, email }: TenantInWorld) => ({ userId, email, state: "active" as const });

let owner: TenantInWorld;
let guest: TenantInWorld;
const actBy = (userId: number) => ({ tenantId: owner.tenantId, userId, requestId, now });

beforeEach(async () => {
  owner = await aTenant();
  guest = await aTenant({ dollars: 0 });
});

async function invited(role = "member", by = owner.userId): Promise<string> {
  await invite({ ...actBy(by), email: guest.email.toUpperCase(), role });
  return await tokenMailedTo(guest.email);
}

const accept = (token: string, by = guest, at = now) =>
  acceptInvitation({ token, guest: asGuest(by), requestId, now: at });

test("An invited person joins with the offered role, and the owner gets a mail", async () => {
  const token = await invited("billing");
  expect(await findInvitation({ token, now })).toMatchObject({
    email: guest.email,
    role: "billing",
    inviter: owner.email,
  });
  await accept(token);
  expect(await roleOf(owner.tenantId, guest.userId)).toBe("billing");
  expect(await roleOf(guest.tenantId, guest.userId)).toBe("owner");
  const mails = await db.query(`select subject from mail where to_address = $1 and cause like 'joined:%'`, [
    owner.email,
  ]);
  expect(mails).toEqual([{ subject: `${guest.email} joined your team` }]);
});

test("An invitation only works for its address, even if somebody else has the link", async () => {
  const token = await invited();
  const other = await aTenant({ dollars: 0 });
  await expect(accept(token, other)).rejects.toThrow(M.invitationOfOther({ email: other.email }));
  expect(await roleOf(owner.tenantId, other.userId)).toBeNull();
});

test("An invitation ends: accepted, declined, withdrawn, after 7 days, and replaced by a new one", async () => {
  const first = await invited();
  const second = await invited();
  await expect(accept(first)).rejects.toThrow(M.noSuchInvitation);
  await expect(accept(second, guest, later(7))).rejects.toThrow(M.noSuchInvitation);
  await declineInvitation({ token: second, guest: asGuest(guest), requestId, now });
  await expect(accept(second)).rejects.toThrow(M.noSuchInvitation);
  const third = await invited();
  const [{ id } = { id: 0 }] = await db.query<{ id: number }>(
    `select id from invitation where state = 'open' and tenant_id = $1`,
    [owner.tenantId],
  );
  await withdrawInvitation({ ...actBy(owner.userId), id });
  await expect(accept(third)).rejects.toThrow(M.noSuchInvitation);
  const fourth = await invited();
  await accept(fourth);
  await expect(accept(fourth)).rejects.toThrow(M.noSuchInvitation);
});

test("An invitation ends when its sender is removed, may invite no more, or is suspended, and does not come back", async () => {
  const admin = await aMember({ tenantId: owner.tenantId, role: "admin" });
  const token = await invited("member", admin.userId);
  await changeRole({ ...actBy(owner.userId), memberId: admin.userId, role: "member" });
  expect(await findInvitation({ token, now })).toBeNull();
  await changeRole({ ...actBy(owner.userId), memberId: admin.userId, role: "admin" });
  await expect(accept(token)).rejects.toThrow(M.noSuchInvitation);
  const again = await invited("member", admin.userId);
  await transaction((tx) => suspendAccess(tx, { userId: admin.userId, reason: "test", now }));
  await expect(accept(again)).rejects.toThrow(M.noSuchInvitation);
  await removeMember({ ...actBy(owner.userId), memberId: admin.userId });
  expect(await db.query(`select from invitation where tenant_id = $1 and state = 'open'`, [owner.tenantId])).toEqual(
    [],
  );
});

test.each(["member", "billing", "viewer"] as const)(
  "A %s cannot invite, and uses no mails of the team up",
  async (role) => {
    const person = await aMember({ tenantId: owner.tenantId, role });
    for (let at = 0; at < 35; at += 1)
      await expect(invited("viewer", person.userId)).rejects.toThrow(
        M.roleLacksRight({ role, holders: "an owner or admin" }),
      );
    await invited();
  },
);

test("An admin appoints no admins, nobody invites an owner, and invalid addresses are refused with a sentence", async () => {
  const admin = await aMember({ tenantId: owner.tenantId, role: "admin" });
  await expect(invited("admin", admin.userId)).rejects.toThrow(M.roleNotYours);
  await expect(invited("owner")).rejects.toThrow(M.wrongRole);
  for (const email of ["", "x"])
    await expect(invite({ ...actBy(owner.userId), email, role: "viewer" })).rejects.toThrow(M.emailInvalid);
  for (const email of [
    "a,b@test.example",
    "a;b@test.example",
    "<a@test.example>",
    'a"b@test.example',
    "a(b)@test.example",
  ])
    await expect(invite({ ...actBy(owner.userId), email, role: "viewer" })).rejects.toThrow(M.emailCharacters);
  await expect(invite({ ...actBy(owner.userId), email: "a@b.c\0d", role: "viewer" })).rejects.toThrow(M.emailInvalid);
  await expect(invite({ ...actBy(owner.userId), email: admin.email, role: "viewer" })).rejects.toThrow(M.alreadyMember);
});

test("Of two accepts at once one joins; of accepting and withdrawing at once one succeeds", async () => {
  const token = await invited();
  const both = await Promise.allSettled([accept(token), accept(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await removeMember({ ...actBy(owner.userId), memberId: guest.userId });
  const next = await invited();
  const [{ id } = { id: 0 }] = await db.query<{ id: number }>(
    `select id from invitation where tenant_id = $1 and state = 'open'`,
    [owner.tenantId],
  );
  const [accepted, withdrawn] = await Promise.allSettled([
    accept(next),
    withdrawInvitation({ ...actBy(owner.userId), id }),
  ]);
  expect([accepted.status, withdrawn.status].sort()).toEqual(["fulfilled", "rejected"]);
  expect(await roleOf(owner.tenantId, guest.userId)).toBe(accepted.status === "fulfilled" ? "member" : null);
});

test.each(["suspended", "closed"])("An account that is %s while it accepts joins no team", async (state) => {
  const token = await invited();
  let accepting: Promise<unknown> | undefined;
  await transaction(async (tx) => {
    await tx.query(`select from user_account where id = $1 for update`, [guest.userId]);
    await tx.query(`update user_account set state = $2 where id = $1`, [guest.userId, state]);
    accepting = accept(token).catch((error: unknown) => error);
    await until("the account's lock to be waited for", async () => (await lockWaits()) > 0);
  });
  expect(await accepting).toMatchObject({ message: M.notAllowed });
  expect(await roleOf(owner.tenantId, guest.userId)).toBeNull();
});

test.each(["member", "audit_row", "mail"])(
  "Cut off at %s, accepting has not happened, and works again",
  async (table) => {
    const token = await invited();
    await db.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await db.query(`create trigger cut_off before insert on ${table} for each row execute function cut_off()`);
    try {
      await expect(accept(token)).rejects.toThrow("cut off");
    } finally {
      await db.query(`drop function cut_off cascade`);
    }
    expect(await roleOf(owner.tenantId, guest.userId)).toBeNull();
    await accept(token);
    expect(await roleOf(owner.tenantId, guest.userId)).toBe("member");
  },
);

test("The audit of a team contains ids, but neither names nor addresses", async () => {
  await accept(await invited());
  await changeRole({ ...actBy(owner.userId), memberId: guest.userId, role: "viewer" });
  await removeMember({ ...actBy(owner.userId), memberId: guest.userId });
  const rows = await db.query<{ action: string; text: string }>(
    `select action, concat_ws(' ', target, before::text, after::text, reason) as text from audit_row
     where target = 'tenant:' || $1::int order by id`,
    [owner.tenantId],
  );
  expect(rows.map(({ action }) => action)).toEqual(["team.invite", "team.join", "team.role", "team.remove"]);
  for (const { text } of rows) expect(text).not.toMatch(/@|Test Person/);
});

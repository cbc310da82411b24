import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { findInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { leaveTeam } from "~/accounts/inside/teams/change-member.server";
import { suspendAccess } from "~/accounts/suspend-access.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { MONTHLY_COINS } from "~/money/coins";
import { readCoins } from "~/money/read-coins.server";
import { grantDueCoins } from "~/payments/grant-coins.server";
import { readMoney } from "~/money/read-money.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { redeemCode } from "~/payments/inside/marketing/redeem-code.server";
import { M } from "~/messages";
import { notify } from "~/platform/notify.server";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { aMember, roleOf, tokenMailedTo } from "../../../support/team-world";
import { aTenant, credit, type TenantInWorld } from "../../../support/world";

const now = new Date();
const requestId = "test";
let owner: TenantInWorld;
let next: TenantInWorld;
const give = (to = next, by = owner) =>
  handOver({ tenantId: owner.tenantId, userId: by.userId, memberId: to.userId, requestId, now });

beforeEach(async () => {
  owner = await aTenant({ dollars: 42 });
  next = await aMember({ tenantId: owner.tenantId, role: "member", limitCents: 500 });
});

const homeOf = async ({ userId }: TenantInWorld) =>
  (await db.query<{ id: number }>(`select tenant_id as id from user_account where id = $1`, [userId]))[0]?.id;

test("The new owner has everything; the former one is an admin with an empty account", async () => {
  await give();
  expect([await roleOf(owner.tenantId, next.userId), await roleOf(owner.tenantId, owner.userId)]).toEqual([
    "owner",
    "admin",
  ]);
  expect(await ownedTenants(db, next.userId)).toEqual([owner.tenantId, next.tenantId].sort((a, b) => a - b));
  const home = (await homeOf(owner)) ?? 0;
  expect(await db.query(`select tenant_id from user_search where user_id = $1`, [owner.userId])).toEqual([
    { tenant_id: home },
  ]);
  expect(home).not.toBe(owner.tenantId);
  expect(await ownedTenants(db, owner.userId)).toEqual([home]);
  expect((await readMoney({ tenantId: home, now })).balanceUnits).toBe(0n);
  expect((await readMoney({ tenantId: owner.tenantId, now })).balanceUnits).toBeGreaterThan(0n);
  // The key of the former account no longer works; the new account has a new one.
  expect(await findApiKey({ key: owner.apiKey, now: new Date(now.getTime() + 1) })).toBeNull();
  const keys = await db.query(
    `select tenant_id from api_key where user_id = $1 and scope = 'full' and revoked_at is null`,
    [owner.userId],
  );
  expect(keys).toEqual([{ tenant_id: home }]);
});

test("Of two at once one succeeds, and a tenant has one owner after every history", async () => {
  const other = await aMember({ tenantId: owner.tenantId, role: "admin" });
  const both = await Promise.allSettled([give(next), give(other)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const owners = await db.query(`select user_id from member where tenant_id = $1 and role = 'owner'`, [owner.tenantId]);
  expect(owners).toHaveLength(1);
});

test.each(["update member", "insert into tenant", "insert into api_key", "insert into audit_row", "insert into mail"])(
  "Interrupted at %s, nothing has changed",
  async (statement) => {
    const [, verb = "", table = ""] = /^(insert|update)(?: into)? (\w+)/.exec(statement) ?? [];
    await db.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await db.query(`create trigger cut_off before ${verb} on ${table} for each row execute function cut_off()`);
    try {
      await expect(give()).rejects.toThrow("cut off");
    } finally {
      await db.query(`drop function cut_off cascade`);
    }
    expect([await roleOf(owner.tenantId, next.userId), await roleOf(owner.tenantId, owner.userId)]).toEqual([
      "member",
      "owner",
    ]);
    expect(await homeOf(owner)).toBe(owner.tenantId);
    expect(await findApiKey({ key: owner.apiKey, now })).not.toBeNull();
  },
);

test("An invitation as an admin ends with the handover: its sender may appoint no admins any more", async () => {
  const guest = await aTenant({ dollars: 0 });
  await invite({ tenantId: owner.tenantId, userId: owner.userId, requestId, now, email: guest.email, role: "admin" });
  const token = await tokenMailedTo(guest.email);
  expect(await findInvitation({ token, now })).not.toBeNull();
  await give();
  expect(await findInvitation({ token, now })).toBeNull();
});

test("Only the owner hands over, to a member with a confirmed address, and not with PRO of their own", async () => {
  await expect(give(owner, next)).rejects.toThrow(M.roleLacksRight({ role: "member", holders: "the owner" }));
  await expect(give(await aTenant())).rejects.toThrow(M.handOverToMember);
  await expect(give(owner)).rejects.toThrow(M.handOverToMember);
  await db.query(`update user_account set codify_subscription_status = 'trial' where id = $1`, [owner.userId]);
  await expect(give()).rejects.toThrow(M.handOverWithPro);
});

test("The former owner's empty account gets coins from the next month on: handing over makes no second month's", async () => {
  await db.query(`update user_account set created_at = created_at - interval '1 hour' where id = $1`, [owner.userId]);
  await grantDueCoins({ now });
  await give();
  const home = (await homeOf(owner)) ?? 0;
  await grantDueCoins({ now });
  expect(await readCoins({ tenantId: home })).toBe(0n);
  await grantDueCoins({ now: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) });
  expect(await readCoins({ tenantId: home })).toBe(MONTHLY_COINS.free);
});

test("A team that was handed over gets its coins each month, as its screen says", async () => {
  await give();
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  await grantDueCoins({ now: nextMonth });
  await grantDueCoins({ now: nextMonth });
  expect(await readCoins({ tenantId: owner.tenantId })).toBe(MONTHLY_COINS.free);
  expect(await readCoins({ tenantId: next.tenantId })).toBe(MONTHLY_COINS.free);
});

test("A debt is not handed over: it would be the next owner's, who did not agree to it", async () => {
  const { tenantId } = owner;
  const units = asUnits(50n * UNITS_PER_DOLLAR);
  await transaction((tx) =>
    takeMoney(tx, {
      tenantId,
      to: "adjustment",
      kind: "adjustment",
      key: `owed:${tenantId}`,
      units,
      description: "",
      now,
    }),
  );
  await expect(give()).rejects.toThrow(M.handOverWithDebt);
  await credit({ tenantId, dollars: 50 });
  await give();
});

test("Handed over while the next owner deletes their account, a team is not lost: one of the two is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const [holder, heir] = [await aTenant({ dollars: 42 }), await aTenant({ dollars: 0 })];
    const { tenantId } = holder;
    await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'member', now())`, [
      tenantId,
      heir.userId,
    ]);
    const deletes = () =>
      askDeletion({ userId: heir.userId, confirmation: heir.email, givesUpCents: 0, requestId, now: new Date() });
    const hands = () =>
      handOver({ tenantId, userId: holder.userId, memberId: heir.userId, requestId, now: new Date() });
    const [one, other] = round % 2 === 0 ? [hands, deletes] : [deletes, hands];
    const both = await Promise.allSettled([one(), other()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  }
});

test.each(["suspended", "closed"])("An owner who was %s while the request waited hands nothing over", async (state) => {
  await db.query(`update user_account set state = $2 where id = $1`, [owner.userId, state]);
  await expect(give()).rejects.toThrow(M.notAllowed);
  expect(await roleOf(owner.tenantId, owner.userId)).toBe("owner");
});

test("Suspended while they hand over, an owner leaves no card at a team that can charge it", async () => {
  for (let round = 0; round < 6; round += 1) {
    const holder = await aTenant({ dollars: 42 });
    const { tenantId, userId } = holder;
    const heir = await aMember({ tenantId, role: "member" });
    await db.query(
      `insert into card (pm_id, tenant_id, user_id, brand, last4, exp_month, exp_year, is_default, added_at)
       values ($1, $2, $3, 'visa', '4242', 12, 2099, true, now())`,
      [`pm_${tenantId}`, tenantId, userId],
    );
    const suspends = () =>
      transaction(async (tx) => {
        await tx.query(`select from user_account where id = $1 for update`, [userId]);
        await suspendAccess(tx, { userId, reason: "test", now: new Date() });
      });
    const hands = () => handOver({ tenantId, userId, memberId: heir.userId, requestId, now: new Date() });
    const [one, other] = round % 2 === 0 ? [hands, suspends] : [suspends, hands];
    await Promise.allSettled([one(), other()]);
    const isHeirs = (await roleOf(tenantId, heir.userId)) === "owner";
    const cards = await db.query(`select from card where tenant_id = $1 and removed_at is null`, [tenantId]);
    expect(cards).toHaveLength(isHeirs ? 0 : 1);
  }
});

test("An owner cannot leave; the former one can, and keeps their own account", async () => {
  const act = { tenantId: owner.tenantId, userId: owner.userId, requestId, now };
  await expect(leaveTeam(act)).rejects.toThrow(M.ownerStays);
  await give();
  await leaveTeam(act);
  expect(await roleOf(owner.tenantId, owner.userId)).toBeNull();
  expect(await ownedTenants(db, owner.userId)).toEqual([await homeOf(owner)]);
});

test("A code is redeemed once per tenant and once per user, however often the tenant changes hands", async () => {
  await db.query(
    `insert into promo_code (code, name, kind, value, duration, created_at) values ('HANDED', 'Handed', 'balance_credit', 500, 'once', now())`,
  );
  const redeem = (who: TenantInWorld, tenantId: number) =>
    redeemCode({ code: "HANDED", userId: who.userId, tenantId, now });
  await redeem(owner, owner.tenantId);
  await give();
  await expect(redeem(next, owner.tenantId)).rejects.toThrow(M.codeAlreadyUsed);
  await expect(redeem(owner, (await homeOf(owner)) ?? 0)).rejects.toThrow(M.codeAlreadyUsed);
});

test("Mails to a tenant reach its present members with the right, and no former member", async () => {
  const viewer = await aMember({ tenantId: owner.tenantId, role: "viewer" });
  await give();
  await leaveTeam({ tenantId: owner.tenantId, userId: owner.userId, requestId, now });
  const tell = (url: string) =>
    transaction((tx) =>
      notify(tx, {
        tenantId: owner.tenantId,
        retcode: "OK",
        message: "x",
        url,
        cause: `c:${owner.tenantId}:${url}`,
        now,
        mail: { subject: url },
      }),
    );
  await tell("/tasks/1");
  await tell("/billing");
  const mails = await db.query<{ to: string }>(
    `select to_address as to from mail where subject in ('/tasks/1', '/billing') and to_address = any($1::text[])`,
    [[owner.email, next.email, viewer.email]],
  );
  expect(mails.map(({ to }) => to)).toEqual([next.email, next.email]);
});

import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { listKeys } from "~/accounts/list-keys.server";
import { findSession, startSession } from "~/accounts/session.server";
import { suspendAccess } from "~/accounts/suspend-access.server";
import { changeRole, removeMember } from "~/accounts/inside/teams/change-member.server";
import { listOwnTeams, switchTeam } from "~/accounts/switch-team.server";
import { M } from "~/messages";
import { aMember } from "../../../support/team-world";
import { aTenant, type TenantInWorld } from "../../../support/world";

const now = new Date();
const requestId = "test";
let owner: TenantInWorld;
let member: TenantInWorld;
const managed = () => ({ tenantId: owner.tenantId, userId: owner.userId, memberId: member.userId, requestId, now });

beforeEach(async () => {
  owner = await aTenant();
  member = await aMember({ tenantId: owner.tenantId, role: "member" });
});

async function sessionAtTeam() {
  const started = await startSession({ userId: member.userId, remember: false, ip: "", userAgent: "", now });
  await switchTeam({ sessionId: started.session.sessionId, tenantId: owner.tenantId });
  return { ...started, find: () => findSession({ cookie: started.cookie, now }) };
}

async function aKey(by: TenantInWorld, tenantId: number) {
  const key = { name: "k", scopes: ["tasks" as const], networks: [], expiresAt: null };
  return await makeNamedKey({ tenantId, userId: by.userId, requestId, now, key });
}

const commandsFor = (sessionId: string) =>
  db.query(`select key from outbox where entity = 'session' and key = $1`, [sessionId]);

test("A session stays at the team it was switched to, with the role there, until the member is removed", async () => {
  const session = await sessionAtTeam();
  expect((await session.find())?.account).toMatchObject({
    tenantId: owner.tenantId,
    memberRole: "member",
    atHome: false,
    inTeam: true,
  });
  await changeRole({ ...managed(), role: "viewer" });
  expect((await session.find())?.account.memberRole).toBe("viewer");
  await db.query(`delete from outbox`);
  await removeMember(managed());
  expect((await session.find())?.account).toMatchObject({
    tenantId: member.tenantId,
    memberRole: "owner",
    atHome: true,
  });
  // Its sockets are closed, so that they receive nothing more of the team.
  expect(await commandsFor(session.session.sessionId)).toHaveLength(1);
  await expect(switchTeam({ sessionId: session.session.sessionId, tenantId: owner.tenantId })).rejects.toThrow(
    M.notYourTeam,
  );
});

test("The next login opens at the team of the last switch, and at one's own where that has ended or was left", async () => {
  const later = async () => {
    const { cookie } = await startSession({ userId: member.userId, remember: false, ip: "", userAgent: "", now });
    return (await findSession({ cookie, now }))?.account.tenantId;
  };
  expect(await later()).toBe(member.tenantId);
  const { session } = await sessionAtTeam();
  expect(await later()).toBe(owner.tenantId);
  await switchTeam({ sessionId: session.sessionId, tenantId: member.tenantId });
  expect(await later()).toBe(member.tenantId);
  await sessionAtTeam();
  await removeMember(managed());
  expect(await later()).toBe(member.tenantId);
});

test("Only members can switch to a team", async () => {
  const { session } = await startSession({ userId: owner.userId, remember: false, ip: "", userAgent: "", now });
  await expect(switchTeam({ sessionId: session.sessionId, tenantId: member.tenantId })).rejects.toThrow(M.notYourTeam);
});

test("A member's keys end with the membership and with a lower role; the team's other keys continue", async () => {
  const own = await aKey(owner, owner.tenantId);
  const made = await aKey(member, owner.tenantId);
  expect(await findApiKey({ key: made.key, now })).toMatchObject({ tenantId: owner.tenantId, memberRole: "member" });
  await changeRole({ ...managed(), role: "admin" });
  expect((await findApiKey({ key: made.key, now }))?.ended).toBeNull();
  await changeRole({ ...managed(), role: "billing" });
  expect((await findApiKey({ key: made.key, now }))?.ended).toMatchObject({ why: "revoked" });
  await changeRole({ ...managed(), role: "member" });
  const again = await aKey(member, owner.tenantId);
  await removeMember(managed());
  expect(await findApiKey({ key: again.key, now })).toBeNull();
  expect((await findApiKey({ key: own.key, now }))?.ended).toBeNull();
  expect((await findApiKey({ key: member.apiKey, now }))?.tenantId).toBe(member.tenantId);
});

test("A member sees and replaces only their own keys; those who manage the team see all", async () => {
  const ofOwner = await aKey(owner, owner.tenantId);
  const ofMember = await aKey(member, owner.tenantId);
  const seenBy = async ({ userId }: TenantInWorld) =>
    (await listKeys({ tenantId: owner.tenantId, userId, now }))
      .filter(({ own }) => !own)
      .map(({ id }) => id)
      .sort();
  expect(await seenBy(member)).toEqual([ofMember.id]);
  expect(await seenBy(owner)).toEqual([ofOwner.id, ofMember.id].sort());
  const rotate = { tenantId: owner.tenantId, userId: member.userId, requestId, now, id: ofOwner.id, overlapHours: 0 };
  await expect(rotateKey(rotate)).rejects.toThrow(M.noSuchApiKey);
});

test("A viewer and a member who was just removed create no key", async () => {
  await changeRole({ ...managed(), role: "viewer" });
  await expect(aKey(member, owner.tenantId)).rejects.toThrow(M.notAllowed);
  await removeMember(managed());
  await expect(aKey(member, owner.tenantId)).rejects.toThrow(M.notAllowed);
});

test("A suspended owner closes the team: members return home, and its keys are refused", async () => {
  const session = await sessionAtTeam();
  const made = await aKey(member, owner.tenantId);
  await transaction((tx) => suspendAccess(tx, { userId: owner.userId, reason: "test", now }));
  expect((await session.find())?.account).toMatchObject({ tenantId: member.tenantId, state: "active" });
  expect((await listOwnTeams({ userId: member.userId })).map(({ tenantId }) => tenantId)).toEqual([member.tenantId]);
  expect((await findApiKey({ key: made.key, now }))?.state).toBe("suspended");
});

test("Creating a key while its creator is removed leaves no key that opens the team, now or after a return", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const person = await aMember({ tenantId: owner.tenantId, role: "member" });
    const [made, removed] = await Promise.allSettled([
      aKey(person, owner.tenantId),
      removeMember({ ...managed(), memberId: person.userId }),
    ]);
    expect(removed.status).toBe("fulfilled");
    await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'member', now())`, [
      owner.tenantId,
      person.userId,
    ]);
    if (made.status === "fulfilled") expect((await findApiKey({ key: made.value.key, now }))?.ended).not.toBeNull();
  }
});

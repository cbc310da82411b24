import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { WRONG_PASSWORD } from "~/accounts/inside/account-texts";
import { aMember, roleOf } from "../support/team-world";
import type { TenantInWorld } from "../support/world";
import { call, read } from "./support/call";
import { aPerson, aSession, type Person } from "./support/people";
import { succeeds } from "./support/success";

let owner: Person;
let member: TenantInWorld;

beforeAll(async () => {
  owner = await aPerson();
  member = await aMember({ tenantId: owner.tenantId, role: "member" });
});

const post = async (path: string, json: unknown) => {
  const answer = await call(path, { key: owner.apiKey, json });
  return { status: answer.status, body: await read(answer) };
};

test("each path of a team answers as in the contract", async () => {
  const key = owner.apiKey;
  await succeeds("GET /v1/team", { key });
  await succeeds("POST /v1/team", { key, json: { team_name: "Vision lab" } });
  const json = { email: "guest@test.example", role: "viewer" };
  const made = (await succeeds("POST /v1/team/invitations", { key, json })) as { id: number };
  await succeeds("POST /v1/team/invitations/withdraw", { key, json: { id: made.id } });
  const change = { user_id: member.userId, role: "billing", limit_dollars: 25 };
  expect(await succeeds("POST /v1/team/members/change", { key, json: change })).toMatchObject({
    member: { role: "billing", limit_dollars: 25, spent_dollars: 0 },
  });
  const { cookie } = await aSession(member.userId);
  const script = { cookie, script: true };
  await succeeds("GET /v1/teams", script);
  await succeeds("POST /v1/teams/switch", { ...script, json: { tenant_name: owner.tenantName } });
  expect(await read(await call("/users/self", script))).toMatchObject({
    tenant_name: owner.tenantName,
    member_role: "billing",
  });
  await succeeds("POST /v1/team/leave", { ...script, json: {} });
  expect(await read(await call("/users/self", script))).toMatchObject({
    tenant_name: member.tenantName,
    member_role: "owner",
  });
  const again = await aMember({ tenantId: owner.tenantId, role: "member" });
  await succeeds("POST /v1/team/members/remove", { key, json: { user_id: again.userId } });
});

test("an owner hands over with the password only, and the key used for that has ended", async () => {
  const [former, next] = [await aPerson(), await aPerson()];
  await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'member', now())`, [
    former.tenantId,
    next.userId,
  ]);
  const path = "/v1/team/hand-over";
  const send = async (json: object, key = former.apiKey) => {
    const answer = await call(path, { key, json });
    return { status: answer.status, body: await read(answer) };
  };
  const handing = { user_id: next.userId };
  const asksFor = async (password: object, said: string) =>
    expect(await send({ ...handing, ...password })).toMatchObject({
      status: 422,
      body: { fields: { password: said } },
    });
  await asksFor({}, M.currentPasswordRequired);
  await asksFor({ password: "not-my-password" }, WRONG_PASSWORD);
  const { password } = former;
  expect(await send({ user_id: former.userId, password })).toMatchObject({
    body: { fields: { user_id: M.handOverToMember } },
  });
  expect(await roleOf(former.tenantId, next.userId)).toBe("member");
  await succeeds(`POST ${path}`, { key: former.apiKey, json: { ...handing, password } });
  expect([await roleOf(former.tenantId, next.userId), await roleOf(former.tenantId, former.userId)]).toEqual([
    "owner",
    "admin",
  ]);
  expect((await send({ ...handing, password })).status).toBe(401);
});

test("errors name their fields, and odd input is never a fault", async () => {
  for (const [email, said] of [
    ["", M.emailInvalid],
    ["x", M.emailInvalid],
    ["a,b@c.de", M.emailCharacters],
    ['a"b@c.de', M.emailCharacters],
    ["ü".repeat(400), M.emailInvalid],
    ["a@müller.example", M.emailLetters],
    ["a@b..cc", M.emailInvalid],
  ])
    expect(await post("/v1/team/invitations", { email, role: "viewer" })).toMatchObject({
      status: 422,
      body: { fields: { email: said } },
    });
  expect(await post("/v1/team/invitations", { email: "a@test.example", role: "owner" })).toMatchObject({ status: 422 });
  expect(await post("/v1/team", { team_name: "x".repeat(61) })).toMatchObject({
    status: 422,
    body: { fields: { team_name: M.teamNameWrong } },
  });
  for (const limit of [0.5, -1, 1e12]) {
    const change = { user_id: owner.userId, limit_dollars: limit };
    expect(await post("/v1/team/members/change", change)).toMatchObject({
      body: { fields: { limit: M.wrongMemberLimit } },
    });
  }
  for (const user_id of [1_999_999_999, owner.userId]) {
    const { status } = await post("/v1/team/members/remove", { user_id });
    expect([403, 404]).toContain(status);
  }
  expect(
    (await db.query(`select from member where tenant_id = $1 and user_id = $2`, [owner.tenantId, owner.userId])).length,
  ).toBe(1);
});

test("a change whose role is refused leaves the limit as it was", async () => {
  const [admin, other] = [
    await aMember({ tenantId: owner.tenantId, role: "admin" }),
    await aMember({ tenantId: owner.tenantId, role: "member", limitCents: 900 }),
  ];
  const { cookie } = await aSession(admin.userId);
  const script = { cookie, script: true };
  await call("/v1/teams/switch", { ...script, json: { tenant_name: owner.tenantName } });
  const json = { user_id: other.userId, role: "admin", limit_dollars: 5 };
  expect((await call("/v1/team/members/change", { ...script, json })).status).toBe(403);
  const limit = `select limit_cents as cents from member where tenant_id = $1 and user_id = $2`;
  expect(await db.query(limit, [owner.tenantId, other.userId])).toEqual([{ cents: 900 }]);
});

test("a member reads neither limits nor spend of others, and no invitations", async () => {
  const viewer = await aMember({ tenantId: owner.tenantId, role: "viewer", limitCents: 700 });
  await aMember({ tenantId: owner.tenantId, role: "member", limitCents: 900 });
  const { cookie } = await aSession(viewer.userId);
  await call("/v1/teams/switch", { cookie, script: true, json: { tenant_name: owner.tenantName } });
  const { members, invitations } = await read<{ members: { limit_dollars: number | null }[]; invitations: unknown[] }>(
    await call("/v1/team", { cookie, script: true }),
  );
  expect(members.map(({ limit_dollars }) => limit_dollars).filter((limit) => limit !== null)).toEqual([7]);
  expect(invitations).toEqual([]);
});

import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { M } from "~/messages";
import { action as actOnBilling, loader as showBilling } from "~/money/screens/billing/route";
import { action as logOut } from "~/accounts/screens/logout/route";
import { action as actOnKeys } from "~/compute/screens/keys/route";
import { loader as showSubscription } from "~/payments/screens/subscription/route";
import { action as actOnTeam, loader as showTeam } from "~/accounts/screens/team/route";
import { action as actOnInvitation, loader as showInvitation } from "~/accounts/screens/invitation/route";
import { aMember, roleOf, tokenMailedTo } from "../../../support/team-world";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "./visit";

let owner: TenantInWorld;
let boss: Visit;

beforeEach(async () => {
  owner = await aTenant();
  boss = await aVisit(owner);
});

/** A browser at the team, with the team's page open. */
async function atTeam(person: TenantInWorld): Promise<Visit> {
  const visit = await aVisit(person);
  await switchTeam({ sessionId: visit.sessionId, tenantId: owner.tenantId });
  return { ...visit, token: `${visit.token}.${owner.tenantId}` };
}

const send = async (visit: Visit, fields: Record<string, string>) =>
  await answerOf(await actOnTeam(post(visit, "/user/team", fields)));

test("An owner invites, and the invitee accepts, is in the team, and returns home by the list", async () => {
  const guest = await aTenant({ dollars: 0 });
  expect(await send(boss, { intent: "invite", email: guest.email, role: "member" })).toMatchObject({ status: 303 });
  expect((await showTeam(get(boss, "/user/team"))).invitations).toMatchObject([{ email: guest.email, role: "member" }]);
  const token = await tokenMailedTo(guest.email);
  const visit = await aVisit(guest);
  const at = `/invitations/${token}`;
  expect(await showInvitation(get(visit, at, { token }))).toMatchObject({ invitation: { inviter: owner.email } });
  expect(await answerOf(await actOnInvitation(post(visit, at, { intent: "accept" }, { token })))).toMatchObject({
    ...{ status: 303, location: "/tasks" },
  });
  const there = { ...visit, token: `${visit.token}.${owner.tenantId}` };
  const screen = await showTeam(get(there, "/user/team"));
  expect([screen.role, screen.invitations, screen.teams.map(({ current }) => current)]).toEqual([
    "member",
    null,
    [false, true],
  ]);
  expect(await send(there, { intent: "switch", team: String(guest.tenantId) })).toMatchObject({ status: 303 });
  expect((await showTeam(get(visit, "/user/team"))).role).toBe("owner");
});

test("A visitor reads who invites, and must log in to answer", async () => {
  const guest = await aTenant({ dollars: 0 });
  await send(boss, { intent: "invite", email: guest.email, role: "viewer" });
  const token = await tokenMailedTo(guest.email);
  expect(await showInvitation(get(null, `/invitations/${token}`, { token }))).toMatchObject({
    email: null,
    invitation: {},
  });
  expect((await showInvitation(get(null, "/invitations/x", { token: "x\0" }))).invitation).toBeNull();
});

test("A tab that shows another team than the session changes nothing, and reads which team the session has", async () => {
  const member = await aMember({ tenantId: owner.tenantId, role: "admin" });
  const there = await atTeam(member);
  const stale = { ...there, token: there.token.replace(/\..*/, "") };
  const fields = { intent: "invite", email: "new@test.example", role: "viewer" };
  expect(await send(stale, fields)).toMatchObject({
    status: 403,
    data: { message: M.otherTeam({ team: owner.tenantName }) },
  });
  expect(await db.query(`select from invitation where email = 'new@test.example'`)).toEqual([]);
  // The other way round too, and with a token that belongs to nobody.
  await switchTeam({ sessionId: there.sessionId, tenantId: member.tenantId });
  expect(await send(there, fields)).toMatchObject({
    status: 403,
    data: { message: M.otherTeam({ team: member.tenantName }) },
  });
  expect(await send({ ...there, token: "x" }, fields)).toMatchObject({ status: 403, data: { message: M.pageExpired } });
  expect(await send({ ...there, token: `${"x".repeat(43)}.1` }, fields)).toMatchObject({
    data: { message: M.pageExpired },
  });
  // Switching and logging out are the same from everywhere.
  expect(await send(there, { intent: "switch", team: String(owner.tenantId) })).toMatchObject({ status: 303 });
  expect((await answerOf(await logOut(post(stale, "/logout", {})))).location).toBe("/");
});

test("A member sees no money, a viewer sees it read-only, and PRO is on one's own account only", async () => {
  const member = await atTeam(await aMember({ tenantId: owner.tenantId, role: "member" }));
  const viewer = await atTeam(await aMember({ tenantId: owner.tenantId, role: "viewer" }));
  // However the address is spelt: the screen itself names its right.
  for (const path of ["/billing", "/Billing/", "/billing.data?_data=x", "/%62illing"]) {
    expect((await thrownBy(showBilling(get(member, path)))).status).toBe(403);
    expect((await thrownBy(actOnBilling(post(viewer, path, { intent: "coupon", code: "X" })))).status).toBe(403);
  }
  expect(await showBilling(get(viewer, "/billing"))).toBeTruthy();
  expect((await thrownBy(actOnKeys(post(viewer, "/keys", { intent: "save-key" })))).status).toBe(403);
  const refusal = await thrownBy(showSubscription(get(viewer, "/subscription")));
  expect([refusal.status, await refusal.json()]).toEqual([
    403,
    { retcode: "ERROR", human_readable_message: M.onlyAtHome },
  ]);
});

test("Handing over asks for the password, even after a fresh login", async () => {
  const next = await aMember({ tenantId: owner.tenantId, role: "admin" });
  const fields = { intent: "hand-over", member: String(next.userId) };
  expect(await send(boss, { ...fields, password: "" })).toMatchObject({ status: 422 });
  expect(await roleOf(owner.tenantId, next.userId)).toBe("admin");
  expect(await send(boss, { ...fields, password: owner.password })).toMatchObject({ status: 303 });
  expect(await roleOf(owner.tenantId, next.userId)).toBe("owner");
  // The session stays where it was, as an admin.
  expect((await showTeam(get(boss, "/user/team"))).role).toBe("admin");
});

test("Invalid input is refused at its field, and a forged id is refused, not a fault", async () => {
  expect(await send(boss, { intent: "invite", email: "no", role: "member" })).toMatchObject({
    status: 422,
    data: { lastResult: { error: { email: [M.emailInvalid] } } },
  });
  const member = await aMember({ tenantId: owner.tenantId, role: "member" });
  for (const limit of ["x", "0.5", "-1", "99999999"]) {
    expect(await send(boss, { intent: "limit", member: String(member.userId), limit })).toMatchObject({ status: 422 });
  }
  for (const id of ["", "0", "-1", "2147483648", "1e9", "x"]) {
    for (const intent of ["remove", "role", "withdraw", "hand-over", "switch"]) {
      expect((await send(boss, { intent, member: id, id, team: id, role: "viewer", password: "x" })).status).toBe(422);
    }
  }
});

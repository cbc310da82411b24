import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { beginDeviceLogin } from "~/accounts/inside/device-login/begin-device-login.server";
import { decideDeviceLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { takeDeviceKey } from "~/accounts/inside/device-login/take-device-key.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { acceptInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { changeRole, removeMember } from "~/accounts/inside/teams/change-member.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { addEndpoint, changeEndpoint, rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { setRole } from "~/staff/inside/set-role.server";
import { restoreUser, suspendUser } from "~/staff/inside/suspend-user.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { openTaskPort, readPortToken } from "~/compute/inside/ports/task-ports.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { createWorkspace } from "~/usage/create-workspace.server";
import { deleteWorkspace, undoDelete } from "~/usage/delete-workspace.server";
import { showTokens } from "~/usage/inside/workspaces/list-workspaces.server";
import { getOwner } from "~/usage/workspace-owner.server";
import { tokenMailedTo } from "../../../support/team-world";
import { aTenant, theCatalogue } from "../../../support/world";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
import { mailsTo, tokenTo } from "../../../staff/database/users/mails";
import {
  admin,
  asAdmin,
  aTask,
  aTeamAgain,
  leaver,
  leaversKey,
  managed,
  now,
  opensBy,
  owner,
  ownersKey,
  requestId,
  secretOf,
  team,
  tokenOf,
} from "./leaving-world";
import { inSession } from "../in-session";

beforeEach(aTeamAgain);
afterEach(emptyCapacity);

const hook = { url: "https://hooks.example/x", description: "", eventTypes: ["task.ended"] };
const key = { name: "k", scopes: ["tasks" as const], networks: [], expiresAt: null };
const works = async (secret: string) => {
  const found = await findApiKey({ key: secret, now });
  return found !== null && found.ended === null && found.state === "active";
};
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Things that the leaver holds, and which of them still work. */
async function held() {
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const task = await aTask(leaver);
  await openTaskPort({ ...team(leaver), resvGuid: task, port: 80 });
  const token = await readPortToken({ ...team(leaver), resvGuid: task });
  const apiKey = await makeNamedKey({ ...team(leaver), key });
  const endpoint = await addEndpoint(team(leaver), hook);
  return async () => ({
    task: (await opensBy(task)) === leaversKey,
    stored: (await listSshKeys(team(leaver))).some(({ own }) => own),
    token: (await tokenOf(task)) === token,
    apiKey: await works(apiKey.key),
    webhook: (await secretOf(endpoint.endpointId)).secret === endpoint.secret,
  });
}
const NOTHING = { task: false, stored: false, token: false, apiKey: false, webhook: false };

test("A lost role restores nothing when it is given again", async () => {
  const still = await held();
  await changeRole({ ...managed(), role: "viewer" });
  expect(await still()).toEqual(NOTHING);
  await changeRole({ ...managed(), role: "member" });
  expect(await still()).toEqual(NOTHING);
});

test("A member who is removed and invited again gets no former keys and endpoints back", async () => {
  const still = await held();
  const [user] = await db.query<{ email: string }>(`select email from user_account where id = $1`, [leaver.userId]);
  await removeMember(managed());
  await invite({ ...team(owner), email: user?.email ?? "", role: "member" });
  const token = await tokenMailedTo(user?.email ?? "");
  const guest = { userId: leaver.userId, email: user?.email ?? "", state: "active" as const };
  await acceptInvitation({ token, guest, requestId, now });
  expect(await still()).toEqual(NOTHING);
  expect(await opensBy(await aTask(owner))).toBe(ownersKey);
});

test("A user who is suspended and restored keeps stored keys but no running tasks", async () => {
  const still = await held();
  await suspendUser({ ...asAdmin(), reason: "test" });
  expect(await still()).toEqual({ ...NOTHING, stored: true });
  await restoreUser(asAdmin());
  expect(await still()).toEqual({ ...NOTHING, stored: true, apiKey: true });
});

test("Removal from one of two teams changes only that team, nothing in the other", async () => {
  const still = await held();
  const other = await aTenant({ dollars: 10 });
  await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'admin', $3)`, [
    ...[other.tenantId, leaver.userId, now],
  ]);
  const there = { tenantId: other.tenantId, userId: leaver.userId, requestId, now };
  await storeSshKey({ ...there, sshPublicKey: leaversKey, now });
  const made = await addEndpoint(there, hook);
  const { key: apiKey } = await makeNamedKey({ ...there, key });
  await removeMember(managed());
  expect(await still()).toEqual(NOTHING);
  expect((await listSshKeys(there)).filter(({ own, isDefault }) => own && isDefault)).toHaveLength(1);
  expect([await works(apiKey), (await secretOf(made.endpointId)).secret]).toEqual([true, made.secret]);
});

test("A former owner keeps an admin's access, and loses it with the admin role", async () => {
  const mine = await aTask(owner);
  const { key: named } = await makeNamedKey({ ...team(owner), key });
  const made = await addEndpoint(team(owner), hook);
  await handOver({ ...team(owner), memberId: leaver.userId });
  expect([await opensBy(mine), await works(named), (await secretOf(made.endpointId)).secret]).toEqual([
    ...[ownersKey, true, made.secret],
  ]);
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  await removeMember({ ...team(leaver), memberId: owner.userId });
  expect([await opensBy(mine), await works(named)]).toEqual([leaversKey, false]);
  expect((await secretOf(made.endpointId)).secret).not.toBe(made.secret);
});

test("A command line allowed before a removal fetches no key after it", async () => {
  const login = await beginDeviceLogin({ clientName: "x", ip: "127.0.0.1", network: "127.0.0.1", now });
  await inSession(decideDeviceLogin, { ...team(leaver), typed: login.userCode, allow: true });
  await removeMember(managed());
  await expect(takeDeviceKey({ deviceCode: login.deviceCode, requestId, now })).rejects.toMatchObject({
    name: "Refusal",
  });
});

test.each([
  ["given another role", (userId: number) => setRole({ ...asAdmin(), userId, role: "support" })],
  ["suspended", (userId: number) => suspendUser({ ...asAdmin(), userId, reason: "test" })],
  ["closed", (userId: number) => closeAccount({ ...asAdmin(), userId })],
])("When a staff admin is %s, the others read which keys and tokens that admin saw", async (_how, end) => {
  const former = await aTenant({ role: "admin", dollars: 0 });
  const by = { actorId: former.userId, requestId, now };
  const named = ["gateway", "back", "given", "seen", "unseen"].map((word) => `${word}-${former.userId}`);
  const [name, back, given, seen, unseen] = named as [string, string, string, string, string];
  await makeSource({ ...by, name });
  const other = { ...by, actorId: admin.userId };
  for (const workspace of [back, given, seen, unseen]) {
    const { email } = await aTenant({ dollars: 0 });
    const { inferenceToken } = await getOwner({ email, ...(workspace === given ? by : other) });
    await createWorkspace({
      ...other,
      email,
      name: workspace,
      maxUsers: 5,
      inferenceToken,
      adminToken: "",
      welcome: false,
    });
  }
  await showTokens({ ...by, name: seen });
  await deleteWorkspace({ ...other, name: back });
  await undoDelete({ ...by, name: back });
  const waiting = await getOwner({ email: (await aTenant({ dollars: 0 })).email, ...by });
  await end(former.userId);
  const mail = (await mailsTo(admin.email)).find(({ text }) => text.includes(name));
  expect(mail?.subject).toBe("Replace the keys that a former admin knows");
  expect(mail?.text).toContain(
    `- the service key of the source ${name}\n${[back, given, seen].map((one) => `- tokens of the workspace ${one}\n`).join("")}\n`,
  );
  expect(await findApiKey({ key: waiting.inferenceToken, now })).toBeNull();
  expect(await mailsTo(former.email)).toEqual([]);
});

test("A secret renewed before its reader left ends one day after every renewal", async () => {
  const made = await addEndpoint(team(leaver), hook);
  const renewed = await rotateSecret(team(owner), { endpointId: made.endpointId });
  await removeMember(managed());
  expect(await secretOf(made.endpointId)).toEqual({ secret: renewed.secret, old: made.secret, until: at(86_400) });
});

test("Reverting a change of address removes endpoints created or redirected since, in every team", async () => {
  const before = await addEndpoint({ ...team(owner), now: at(-100) }, hook);
  const newEmail = `endpoint-thief${now.getTime()}@people.example`;
  await inSession(askEmailChange, { userId: leaver.userId, newEmail, requestId, now: at(-3) });
  await confirmEmailChange({ token: await tokenTo(newEmail, "email-change"), requestId, now: at(-2) });
  const made = await addEndpoint({ ...team(leaver), now: at(-1) }, { ...hook, url: "https://thief.example/a" });
  const led = { endpointId: before.endpointId, url: "https://thief.example/b" };
  await changeEndpoint({ ...team(leaver), now: at(-1) }, led);
  expect(await works(leaver.apiKey)).toBe(true);
  await revertEmailChange({ token: await tokenTo(leaver.email, "email-change"), requestId, now });
  // Somebody with access to the account could have viewed it.
  expect(await works(leaver.apiKey)).toBe(false);
  const rows = await db.query(`select id, state from webhook_endpoint where tenant_id = $1 order by created_at`, [
    owner.tenantId,
  ]);
  expect(rows).toEqual([
    { id: before.endpointId, state: "off" },
    { id: made.endpointId, state: "deleted" },
  ]);
});

test("When an admin reverts a change of address, all admins read which machines were enrolled meanwhile", async () => {
  await theCatalogue();
  const robbed = await aTenant({ role: "admin", dollars: 0 });
  const enrols = async (nodeName: string, issuedAt: Date) => {
    const { token } = await issueEnrolmentToken({
      clusterName: "fra1",
      userId: robbed.userId,
      requestId,
      now: issuedAt,
    });
    const machine = { nodeType: "gpu8", ipInternal: "10.1.0.9", ipPublic: null, port: 22_000, gpuType: "a5000" };
    await enrollNode({ ...machine, token, nodeName, gpus: 8, agentVersion: null, now: at(-1) });
  };
  const [own, foreign, gone] = ["own", "foreign", "gone"].map((word) => `${word}-${robbed.userId}`) as [
    string,
    string,
    string,
  ];
  await enrols(own, at(-4));
  const newEmail = `node-thief${now.getTime()}@people.example`;
  await inSession(askEmailChange, { userId: robbed.userId, newEmail, requestId, now: at(-3) });
  await confirmEmailChange({ token: await tokenTo(newEmail, "email-change"), requestId, now: at(-2) });
  await enrols(foreign, at(-1));
  await enrols(gone, at(-1));
  await db.query(`update node set retired_at = $2 where node_name = $1`, [gone, now]);
  await revertEmailChange({ token: await tokenTo(robbed.email, "email-change"), requestId, now });
  for (const { email } of [robbed, admin]) {
    const mail = (await mailsTo(email)).find(({ text }) => text.includes(foreign));
    expect(mail?.text).toContain(`:\n\n- the machine ${foreign}, enrolled meanwhile\n\n`);
  }
});

import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { db, transaction } from "~/db.server";
import { makeNamedKey } from "~/domain/accounts/api-keys/create-key.server";
import { findApiKey } from "~/domain/accounts/api-keys/find-api-key.server";
import { askEmailChange } from "~/domain/accounts/email-change/ask-email-change.server";
import { confirmEmailChange } from "~/domain/accounts/email-change/confirm-email-change.server";
import { goBackOnEmailChange } from "~/domain/accounts/email-change/take-back-email-change.server";
import { freezeTenant } from "~/domain/accounts/freeze-tenant.server";
import { findSession, startSession } from "~/domain/accounts/session.server";
import { changeRole, leaveTeam, removeMember } from "~/domain/accounts/teams/change-member.server";
import { invite } from "~/domain/accounts/teams/invite.server";
import { switchTeam } from "~/domain/accounts/teams/switch-team.server";
import { addEndpoint, rotateSecret } from "~/domain/endpoints/change-endpoints.server";
import { issueEnrolmentToken } from "~/domain/nodes/issue-enrolment-token.server";
import { isOpenEnrolmentToken } from "~/domain/nodes/find-enrolment-token.server";
import { readDesired } from "~/domain/nodes/read-desired.server";
import { askDeletion } from "~/domain/own-data/deletion/ask-deletion.server";
import { M } from "~/domain/messages";
import { reserveTask } from "~/domain/reserve/reserve-task.server";
import { decrypt } from "~/domain/secret.server";
import { closeAccount } from "~/domain/staff/close-account.server";
import { setRole } from "~/domain/staff/set-role.server";
import { suspendUser } from "~/domain/staff/suspend-user.server";
import { deleteSshKey } from "~/domain/ssh-keys/delete-ssh-key.server";
import { listSshKeys } from "~/domain/ssh-keys/list-ssh-keys.server";
import { storeSshKey } from "~/domain/ssh-keys/store-ssh-key.server";
import { maySessionEnter } from "~/domain/ways/port-pass.server";
import { openTaskPort, readPortToken } from "~/domain/ways/task-ports.server";
import { anEd25519Line } from "../../../support/ssh-key";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant, type NodeInWorld, theCatalogue, type TenantInWorld } from "../../../support/world";
import { emptyCapacity } from "../../capacity/reserving";
import { mailsTo, tokenTo } from "../../users/mails";

const requestId = "";
let now: Date;
let owner: TenantInWorld;
let admin: TenantInWorld;
let leaver: TenantInWorld;
let node: NodeInWorld;
let leaversKey: string;
let ownersKey: string;
let counter = 0;

beforeEach(async () => {
  await theCatalogue();
  await emptyCapacity();
  now = new Date();
  owner = await aTenant({ dollars: 1000 });
  admin = await aTenant({ role: "admin" });
  leaver = await aMember({ tenantId: owner.tenantId, role: "admin" });
  node = await aNode();
  leaversKey = anEd25519Line("leaver");
  ownersKey = anEd25519Line("owner");
  await storeSshKey({ ...team(owner), sshPublicKey: ownersKey, now });
});
afterEach(emptyCapacity);

/** Somebody at the owner's team. */
const team = ({ userId }: TenantInWorld) => ({ tenantId: owner.tenantId, userId, requestId, now });
const managed = () => ({ ...team(owner), memberId: leaver.userId });
const asAdmin = () => ({ actorId: admin.userId, userId: leaver.userId, requestId, now });

async function aTask(by: TenantInWorld, more: Record<string, unknown> = {}): Promise<string> {
  const input = {
    ...{ task_name: `t${(counter += 1)}`, gpu_type: "a5000", gpu_min: 1, enqueue: false, agree: false },
    ...more,
  };
  return (await reserveTask({ ...team(by), input: input as never })).resv_guid;
}

/** What opens a task by what its node's agent is told; empty where nothing does. */
async function opensBy(resvGuid: string): Promise<string> {
  const { tasks } = await readDesired({ nodeId: node.nodeId });
  return tasks.find((task) => task.resv_guid === resvGuid)?.ssh_public_keys.join() ?? "not there";
}

async function tokenOf(resvGuid: string): Promise<string | null> {
  const [door] = await db.query<{ token: string }>(`select token from task_door where resv_guid = $1`, [resvGuid]);
  return decrypt(door?.token ?? "");
}

const secretOf = async (id: string) => {
  const [row] = await db.query<{ secret: string; old: string | null; until: Date | null }>(
    `select secret, old_secret as old, old_secret_until as until from webhook_endpoint where id = $1`,
    [id],
  );
  return { secret: decrypt(row?.secret ?? ""), old: decrypt(row?.old ?? ""), until: row?.until };
};

/** Something that a leaver may hold: made before, and asked whether it still does something after. */
type Secret = () => Promise<() => Promise<boolean>>;

/** By name; a role that still has the right keeps it. */
const SECRETS: Record<string, Secret> = {
  "own task, running": async () => {
    const id = await aTask(leaver);
    expect(await opensBy(id)).toBe(leaversKey);
    return async () => (await opensBy(id)) === leaversKey;
  },
  "task of the owner with their key, running": async () => {
    const { id: ssh_key_id } = await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
    const id = await aTask(owner, { ssh_key_id });
    return async () => (await opensBy(id)) === leaversKey;
  },
  "own task, queued": async () => {
    const id = await aTask(leaver, { gpu_min: 8, enqueue: true, agree: true });
    return async () => {
      const [task] = await db.query<{ key: string }>(`select ssh_public_key as key from task where resv_guid = $1`, [
        id,
      ]);
      return task?.key === leaversKey;
    };
  },
  "own task, whose key they deleted from the list": async () => {
    const id = await aTask(leaver);
    const own = (await listSshKeys(team(leaver))).find((key) => key.own);
    await deleteSshKey({ ...team(leaver), memberRole: "admin", id: own?.id ?? 0 });
    return async () => (await opensBy(id)) === leaversKey;
  },
  "the owner's next task": async () => () => aTask(owner).then(async (id) => (await opensBy(id)) === leaversKey),
  "their key named by somebody else": async () => {
    const { id: ssh_key_id } = await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
    return () =>
      aTask(owner, { ssh_key_id }).then(
        () => true,
        (error: Error) => (expect(error.message).toBe(M.sshKeyRequired), false),
      );
  },
  "token of a port": async () => {
    const resvGuid = await aTask(owner);
    await openTaskPort({ ...team(owner), resvGuid, port: 8888 });
    const token = await readPortToken({ ...team(leaver), resvGuid });
    return async () => (await tokenOf(resvGuid)) === token;
  },
  "session: terminals and ports": async () => {
    const { session } = await startSession({ userId: leaver.userId, remember: false, ip: "", userAgent: "", now });
    await switchTeam({ sessionId: session.sessionId, tenantId: owner.tenantId });
    return () => maySessionEnter({ sessionId: session.sessionId, tenantId: owner.tenantId, now });
  },
  "API key": async () => {
    const key = { name: "k", scopes: ["tasks" as const], networks: [], expiresAt: null };
    const made = await makeNamedKey({ ...team(leaver), key });
    return async () => {
      const found = await findApiKey({ key: made.key, now });
      return found !== null && found.ended === null && found.state === "active";
    };
  },
  "login of a command line": async () => {
    await db.query(
      `insert into device_login (code_hash, user_code, client_name, ip, state, user_id, tenant_id, interval_s, polled_at, created_at, expires_at)
       values ($1, $1, 'x', '', 'allowed', $2, $3, 5, null, $4, $4::timestamptz + interval '10 minutes')`,
      [`code${(counter += 1)}`, leaver.userId, owner.tenantId, now],
    );
    return async () => (await db.query(`select from device_login where user_id = $1`, [leaver.userId])).length > 0;
  },
  invitation: async () => {
    const { id } = await invite({ ...team(leaver), email: `friend${(counter += 1)}@people.example`, role: "member" });
    return async () => (await db.query(`select from invitation where id = $1 and state = 'open'`, [id])).length > 0;
  },
  "signing secret of a webhook": async () => {
    const made = await addEndpoint(team(leaver), {
      url: "https://hooks.example/x",
      description: "",
      eventTypes: ["task.ended"],
    });
    return async () => (await secretOf(made.endpointId)).secret === made.secret;
  },
};

/** By name, with what of the secrets it leaves as it was. */
const CAUSES: Record<string, { end: () => Promise<unknown>; leaves?: string[] }> = {
  removed: { end: () => removeMember(managed()) },
  left: { end: () => leaveTeam(team(leaver)) },
  "made a billing member": { end: () => changeRole({ ...managed(), role: "billing" }) },
  "made a viewer": { end: () => changeRole({ ...managed(), role: "viewer" }) },
  suspended: { end: () => suspendUser({ ...asAdmin(), reason: "test" }) },
  "frozen for a dispute": {
    end: () => transaction((tx) => freezeTenant(tx, { tenantId: leaver.tenantId, reason: "dispute", now })),
  },
  "deletes their account": {
    end: () => askDeletion({ userId: leaver.userId, confirmation: leaver.email, givesUpCents: 0, requestId, now }),
  },
  closed: { end: () => closeAccount(asAdmin()) },
  "change of their address taken back": {
    end: async () => goBackOnEmailChange({ token: await tokenTo(leaver.email, "email-change"), requestId, now }),
    // While an address may go back nobody is invited (M197).
    leaves: ["invitation"],
  },
};

describe.each(Object.entries(CAUSES))("Whoever is %s keeps nothing of it:", (cause, { end, leaves = [] }) => {
  const secrets = Object.entries(SECRETS).filter(([name]) => !leaves.includes(name));
  it.each(secrets)("%s", async (name, secret) => {
    if (cause.includes("address")) await moveAddress();
    await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
    const stillWorks = await secret();
    if (!name.startsWith("the owner's") && !name.startsWith("their key")) expect(await stillWorks()).toBe(true);
    await end();
    expect(await stillWorks()).toBe(false);
  });
});

/** Somebody else moves the leaver's address; the old mailbox may take that back. */
async function moveAddress(): Promise<void> {
  const newEmail = `thief${(counter += 1)}@people.example`;
  await askEmailChange({ userId: leaver.userId, newEmail, requestId, now });
  await confirmEmailChange({ token: await tokenTo(newEmail, "email-change"), requestId, now });
}

test("A task of a removed member goes on, opened by the owner's default key; without one it waits for the owner's first", async () => {
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const [first, second] = [await aTask(leaver), await aTask(leaver)];
  const other = await aMember({ tenantId: owner.tenantId, role: "member" });
  const othersKey = anEd25519Line("other");
  const { id: ssh_key_id } = await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  await storeSshKey({ ...team(other), sshPublicKey: othersKey, now });
  const lent = await aTask(other, { ssh_key_id });
  await removeMember(managed());
  expect(await opensBy(first)).toBe(ownersKey);
  expect(await opensBy(second)).toBe(ownersKey);
  // Whoever started it comes before the owner.
  expect(await opensBy(lent)).toBe(othersKey);
  const events = await db.query<{ text: string }>(`select text from task_event where resv_guid = $1 order by id`, [
    first,
  ]);
  expect(events.at(-1)?.text).toBe("SSH key replaced");

  await db.query(`delete from ssh_key where user_id = $1`, [owner.userId]);
  await removeMember({ ...managed(), memberId: other.userId });
  expect(await opensBy(lent)).toBe("");
  const next = anEd25519Line("next");
  await storeSshKey({ ...team(owner), sshPublicKey: next, now });
  expect(await opensBy(lent)).toBe(next);
  expect(await opensBy(first)).toBe(ownersKey);
});

test("A key is a person's: each has a default, and 20, and nobody but who manages the team removes another's", async () => {
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  expect(await opensBy(await aTask(owner))).toBe(ownersKey);
  expect(await opensBy(await aTask(leaver))).toBe(leaversKey);
  const seen = await listSshKeys(team(owner));
  expect(seen.map(({ own, isDefault, addedBy }) => ({ own, isDefault, addedBy }))).toEqual([
    { own: true, isDefault: true, addedBy: owner.email },
    { own: true, isDefault: false, addedBy: owner.email },
    { own: false, isDefault: true, addedBy: leaver.email },
  ]);
  const [mail] = await mailsTo(owner.email);
  expect(mail?.subject).toBe(`${leaver.email} added an SSH key to your team`);
  const ofOwner = seen[0]?.id ?? 0;
  await expect(deleteSshKey({ ...team(leaver), memberRole: "member", id: ofOwner })).rejects.toThrow(M.noSuchSshKey);
  await deleteSshKey({ ...team(leaver), memberRole: "admin", id: ofOwner });
  const keyless = await aMember({ tenantId: owner.tenantId, role: "member" });
  await expect(aTask(keyless)).rejects.toThrow(M.sshKeyRequired);
  const viewer = await aMember({ tenantId: owner.tenantId, role: "viewer" });
  await expect(storeSshKey({ ...team(viewer), sshPublicKey: anEd25519Line(), now })).rejects.toThrow(M.notAllowed);
});

test("Of a task with a leaver's key and their removal at once no task keeps the key", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const person = await aMember({ tenantId: owner.tenantId, role: "member" });
    const line = anEd25519Line();
    const { id: ssh_key_id } = await storeSshKey({ ...team(person), sshPublicKey: line, now });
    await Promise.allSettled([
      aTask(owner, { ssh_key_id }),
      aTask(person),
      storeSshKey({ ...team(person), sshPublicKey: anEd25519Line(), now }),
      removeMember({ ...managed(), memberId: person.userId }),
    ]);
    const left = await db.query(
      `select from task where tenant_id = $1 and ssh_key_user_id = $2
       union all select from ssh_key where tenant_id = $1 and user_id = $2`,
      [owner.tenantId, person.userId],
    );
    expect(left).toEqual([]);
    await emptyCapacity();
    node = await aNode();
  }
});

test("Where a leaver knew a webhook's secret it signs for a week more, and the owner hears of it and gets one that nobody else knows", async () => {
  const made = await addEndpoint(team(leaver), {
    url: "https://hooks.example/x",
    description: "",
    eventTypes: ["task.ended"],
  });
  const others = await addEndpoint(team(owner), {
    url: "https://hooks.example/y",
    description: "",
    eventTypes: ["task.ended"],
  });
  await removeMember(managed());
  const week = new Date(now.getTime() + 7 * 86_400_000);
  expect(await secretOf(made.endpointId)).toMatchObject({ old: made.secret, until: week });
  expect((await secretOf(others.endpointId)).secret).toBe(others.secret);
  const [mail] = await mailsTo(owner.email);
  expect(mail?.subject).toBe("Renew the signing secret of your webhook endpoint at hooks.example");
  const renewed = await rotateSecret(team(owner), { endpointId: made.endpointId });
  expect(await secretOf(made.endpointId)).toMatchObject({ secret: renewed.secret, old: made.secret, until: week });
});

test("Sessions of a removed member and tokens of staff who lost the role open nothing more", async () => {
  const staff = await aTenant({ role: "admin" });
  for (const end of [
    () => setRole({ ...asAdmin(), userId: staff.userId, role: "operator" }),
    () => suspendUser({ ...asAdmin(), userId: staff.userId, reason: "test" }),
  ]) {
    await db.query(`update user_account set role = 'admin', state = 'active' where id = $1`, [staff.userId]);
    const { token } = await issueEnrolmentToken({ clusterName: "fra1", userId: staff.userId, requestId, now });
    expect(await isOpenEnrolmentToken({ token, now })).toBe(true);
    await end();
    expect(await isOpenEnrolmentToken({ token, now })).toBe(false);
  }
  const started = await startSession({ userId: leaver.userId, remember: false, ip: "", userAgent: "", now });
  await switchTeam({ sessionId: started.session.sessionId, tenantId: owner.tenantId });
  await removeMember(managed());
  expect((await findSession({ cookie: started.cookie, now }))?.account.tenantId).toBe(leaver.tenantId);
});

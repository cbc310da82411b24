import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { freezeTenant } from "~/accounts/freeze-tenant.server";
import { startSession } from "~/accounts/session.server";
import { changeRole, leaveTeam, removeMember } from "~/accounts/inside/teams/change-member.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { addEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { M } from "~/messages";
import { closeAccount } from "~/staff/inside/close-account.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { deleteSshKey } from "~/compute/delete-ssh-key.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { maySessionEnter } from "~/compute/port-pass.server";
import { openTaskPort, readPortToken } from "~/compute/inside/ports/task-ports.server";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";
import { aMember } from "../../../support/team-world";
import { tokenTo } from "../../../staff/database/users/mails";
import {
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

let counter = 0;
beforeEach(aTeamAgain);
afterEach(emptyCapacity);

/** Something that a leaver may hold: created before they leave, and checked after. */
type Secret = () => Promise<() => Promise<boolean>>;

/** Secrets by name; a role that still has the right keeps it. */
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

/** Causes by name, with the secrets that each leaves unchanged. */
const CAUSES: Record<string, { end: () => Promise<unknown>; leaves?: string[] }> = {
  removed: { end: () => removeMember(managed()) },
  leaving: { end: () => leaveTeam(team(leaver)) },
  "made a billing member": { end: () => changeRole({ ...managed(), role: "billing" }) },
  "made a viewer": { end: () => changeRole({ ...managed(), role: "viewer" }) },
  suspended: { end: () => suspendUser({ ...asAdmin(), reason: "test" }) },
  "frozen for a dispute": {
    end: () => transaction((tx) => freezeTenant(tx, { tenantId: leaver.tenantId, reason: "dispute", now })),
  },
  "deleting their account": {
    end: () => askDeletion({ userId: leaver.userId, confirmation: leaver.email, givesUpCents: 0, requestId, now }),
  },
  closed: { end: () => closeAccount(asAdmin()) },
  "the owner of an address that is taken back": {
    end: async () => revertEmailChange({ token: await tokenTo(leaver.email, "email-change"), requestId, now }),
    // While an address can be reverted, nobody is invited (M197).
    leaves: ["invitation"],
  },
};

describe.each(Object.entries(CAUSES))("A person who is %s keeps nothing:", (cause, { end, leaves = [] }) => {
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

/** Somebody else changes the leaver's address; the old mailbox can revert that. */
async function moveAddress(): Promise<void> {
  const newEmail = `thief${(counter += 1)}@people.example`;
  await inSession(askEmailChange, { userId: leaver.userId, newEmail, requestId, now });
  await confirmEmailChange({ token: await tokenTo(newEmail, "email-change"), requestId, now });
}

it("a key that two members share opens no task once both have left, in whatever order they leave", async () => {
  for (const first of ["the other", "the starter"]) {
    await aTeamAgain();
    const other = await aMember({ tenantId: owner.tenantId, role: "member" });
    await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
    const { id: ssh_key_id } = await storeSshKey({ ...team(other), sshPublicKey: leaversKey, now });
    const id = await aTask(leaver, { ssh_key_id });
    const leavers = first === "the other" ? [other, leaver] : [leaver, other];
    for (const { userId } of leavers) await removeMember({ ...team(owner), memberId: userId });
    expect(await opensBy(id), `${first} leaves first`).toBe(ownersKey);
  }
});

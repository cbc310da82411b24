import { expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { acceptInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { createPromo } from "~/payments/inside/marketing/create-promo.server";
import { queueMail } from "~/platform/queue-mail.server";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { deleteAccounts } from "~/staff/delete-accounts.server";
import { setRole } from "~/staff/inside/set-role.server";
import { deliverFeedback } from "~/site/deliver-feedback.server";
import { takeFeedback } from "~/site/inside/feedback/take-feedback.server";
import { listUnsentFeedback } from "~/site/unsent-feedback.server";
import { useProvider } from "../../../support/provider";
import { tokenMailedTo } from "../../../support/team-world";
import { aTenant } from "../../../support/world";
import { mailsTo } from "../users/mails";

useProvider();

test("A deletion removes the address from other users' mails, and leaves their words and other addresses", async () => {
  const [host, leaving] = [await aTenant(), await aTenant({ dollars: 0 })];
  const { email, userId, tenantId } = leaving;
  const act = { requestId: "test", now: new Date() };
  await invite({ ...act, tenantId: host.tenantId, userId: host.userId, email, role: "viewer" });
  const guest = { userId, email, state: "active" as const };
  await acceptInvitation({ ...act, token: await tokenMailedTo(email), guest });
  await invite({ ...act, tenantId, userId, email: "friend@test.example", role: "viewer" });
  const longer = `not.${email}`;
  await transaction((tx) =>
    queueMail(tx, { to: host.email, subject: `${longer} joined your team`, text: longer, cause: "joined:longer" }),
  );
  await askDeletion({ ...act, userId, confirmation: email, givesUpCents: 0 });
  await db.query(`update mail set sent_at = now() where to_address = $1`, [email]);
  await deleteAccounts({ now: new Date() });
  expect(await db.query(`select step from account_deletion where user_id = $1`, [userId])).toEqual([{ step: "done" }]);
  const subjects = (await mailsTo(host.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(["A deleted account joined your team", `${longer} joined your team`]);
  const [joined, other] = await mailsTo(host.email);
  expect(joined?.text).toMatch(/^A deleted account accepted the invitation to your team/);
  expect(other?.text).toBe(longer);
  const [invitation] = await mailsTo("friend@test.example");
  expect(invitation?.text).toMatch(/^A deleted account invites you to their team on Millrace/);
});

test("A deletion removes the address from the mail about keys that a former admin knew", async () => {
  const [other, leaving] = [await aTenant({ role: "admin" }), await aTenant({ role: "admin", dollars: 0 })];
  const { email, userId } = leaving;
  const act = { requestId: "test", now: new Date() };
  const promo = { name: "x", kind: "balance_credit" as const, value: 100, duration: "once" as const };
  await createPromo({ ...act, ...promo, code: "LEAVERS", maxRedemptions: null, expiresAt: null, actorId: userId });
  await setRole({ ...act, actorId: other.userId, userId, role: "customer" });
  expect((await mailsTo(other.email))[0]?.text).toContain(email);
  await askDeletion({ ...act, userId, confirmation: email, givesUpCents: 0 });
  await db.query(`update mail set sent_at = now() where to_address = $1`, [email]);
  await deleteAccounts({ now: new Date() });
  expect((await mailsTo(other.email))[0]?.text).toMatch(/^A deleted account is no longer a Millrace admin,/);
});

test("A deletion erases what they wrote to us, sent to the support address or not, and masks them in what others wrote", async () => {
  const { email, userId } = await aTenant({ dollars: 0 });
  const act = { requestId: "test", now: new Date() };
  const targets = { chatWebhookUrl: null, supportEmail: "support@test.example" };
  const write = (from: string, message: string) =>
    takeFeedback({ feedback: { kind: "contact", name: "Ann", email: from, message }, ip: from, now: act.now });
  await write(email, "My secret.");
  await write("other@test.example", `I know ${email}.`);
  for (const feedback of await listUnsentFeedback({ kinds: ["contact"], now: act.now }))
    await deliverFeedback({ feedback, targets, now: act.now });
  await write(email, "One more secret.");
  await db.query(`update mail set sent_at = now()`);
  await askDeletion({ ...act, userId, confirmation: email, givesUpCents: 0 });
  await db.query(`update mail set sent_at = now()`);
  await deleteAccounts({ now: new Date() });
  expect(await db.query(`select step from account_deletion where user_id = $1`, [userId])).toEqual([{ step: "done" }]);
  const mails = await db.query<{ subject: string; text: string }>(
    `select subject, text from mail where cause like 'feedback:%' order by id`,
  );
  expect(mails).toMatchObject([
    { subject: "", text: "" },
    { text: expect.stringContaining("I know A deleted account.") },
  ]);
  expect(await db.query(`select message from feedback where email = $1`, [email])).toEqual([]);
});

test.each(["changed", "taken_back"])(
  "A deletion keeps the mails and invitations of the account that has an address of a %s change now",
  async (state) => {
    const [host, leaving, present] = [await aTenant(), await aTenant({ dollars: 0 }), await aTenant()];
    const moved = state === "changed" ? [present.email, leaving.email] : [leaving.email, present.email];
    await db.query(
      `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until,
         changed_at, back_until, ended_at)
       values ($1, $2, $3, $4, 'a' || $2, 'b' || $2, now() - interval '30 days', now() - interval '29 days',
         now() - interval '30 days', now() - interval '23 days', case when $4 = 'taken_back' then now() - interval '29 days' end)`,
      [leaving.userId, ...moved, state],
    );
    const act = { requestId: "test", now: new Date() };
    await invite({ ...act, tenantId: host.tenantId, userId: host.userId, email: present.email, role: "viewer" });
    await db.query(`update mail set sent_at = now()`);
    await askDeletion({ ...act, userId: leaving.userId, confirmation: leaving.email, givesUpCents: 0 });
    await db.query(`update mail set sent_at = now()`);
    await deleteAccounts({ now: new Date() });
    expect(await db.query(`select done_at from account_deletion where user_id = $1`, [leaving.userId])).not.toEqual([
      { done_at: null },
    ]);
    expect(await db.query(`select state from invitation where email = $1`, [present.email])).toEqual([
      { state: "open" },
    ]);
    expect(await mailsTo(present.email)).toMatchObject([{ subject: "You are invited to a team on Millrace" }]);
  },
);

import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import type { Cents } from "~/money/units";
import { moveUp } from "~/compute/inside/capacity/move-up.server";
import { tellCustomer } from "~/compute/inside/tasks/tell-customer.server";
import { setNodeCost } from "~/compute/node-costs.server";
import { setCluster, setGpuFacts, setImage } from "~/compute/inside/pricing/set-catalogue.server";
import { planPrice, setPrice, withdrawPrice } from "~/compute/inside/pricing/set-price.server";
import { recordReturn } from "~/payments/inside/bank/record-return.server";
import { recordTransfer } from "~/payments/inside/bank/record-transfer.server";
import { deleteSection, undoDelete as undoSection } from "~/site/inside/faq/delete-section.server";
import { moveSection, undoMove } from "~/site/inside/faq/move-section.server";
import { restoreSection } from "~/site/inside/faq/restore-section.server";
import { saveSection } from "~/site/inside/faq/save-section.server";
import { answer } from "~/site/inside/inbox/answer.server";
import { deleteAnswer, saveAnswer } from "~/site/inside/inbox/saved-answers.server";
import { addComment } from "~/staff/inside/add-comment.server";
import { acknowledgeAlert } from "~/staff/inside/alerts/acknowledge-alert.server";
import { addChannel, changeChannel } from "~/staff/inside/alerts/change-channels.server";
import { deleteRule } from "~/staff/inside/alerts/change-rules.server";
import { createPromo, disablePromo } from "~/payments/inside/marketing/create-promo.server";
import { grantTrial } from "~/payments/inside/marketing/grant-trial.server";
import { addVatRate, setSeller } from "~/payments/inside/vat/vat-settings.server";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { adjustBalance } from "~/staff/inside/adjust-balance.server";
import { setCustomerTags } from "~/staff/inside/customer-tags.server";
import { settleUsage } from "~/staff/inside/reconcile/settle-usage.server";
import { resetTwoFactor } from "~/staff/inside/reset-two-factor.server";
import { setRole } from "~/staff/inside/set-role.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { voteComment } from "~/staff/inside/vote-comment.server";
import { createWorkspace } from "~/usage/create-workspace.server";
import { deleteWorkspace, undoDelete } from "~/usage/delete-workspace.server";
import { listTeams, listWorkspaces, showTokens } from "~/usage/inside/workspaces/list-workspaces.server";
import { replaceAdminToken, rotateInferenceToken } from "~/usage/inside/workspaces/replace-tokens.server";
import { setModelPrice } from "~/usage/set-model-price.server";
import { withdrawModelPrice } from "~/usage/withdraw-model-price.server";
import { getOwner } from "~/usage/workspace-owner.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";

const now = new Date();
const requestId = "test";

const PRICE = { gpuType: "a5000", pphCents: 1 };
const FACTS = {
  ...{ name: "A5000", memory: "", cores: "", singlePrecision: "", cpu: "", ram: "", disk: "", network: "" },
};
const IMAGE = {
  ...{ tenantImage: "mine", osName: "Mine", position: 9, experimental: false, deprecated: false, isDefault: false },
  ...{ version: null, hidden: false, reference: "", digest: "", registryUsername: "", registryPassword: "" },
};

/** An admin's requests in progress. They wait for the lock of all admins, which the demotion holds. */
const ASKED: Record<string, (act: TenantInWorld & { actorId: number }) => Promise<unknown>> = {
  "another admin": (act) => setRole({ ...act, role: "admin", requestId, now }),
  credit: (act) => adjustBalance({ ...act, cents: 100n as Cents, reason: "x", formKey: "f", requestId, now }),
  "a login without its second factor": (act) => resetTwoFactor({ ...act, requestId, now }),
  "a suspension": (act) => suspendUser({ ...act, reason: "x", requestId, now }),
  "an enrolment token": ({ actorId: userId }) => issueEnrolmentToken({ clusterName: "fra1", userId, requestId, now }),
  "the waiting key of a workspace": ({ actorId, email }) => getOwner({ actorId, email, requestId, now }),
  "a promo code": ({ actorId }) =>
    createPromo({
      ...{ code: "GIFT", name: "gift", kind: "balance_credit", value: 100_000, duration: "once" },
      ...{ maxRedemptions: null, expiresAt: null, actorId, requestId, now },
    }),
  "the end of a promo code": ({ actorId }) => disablePromo({ code: "GIFT", actorId, requestId, now }),
  "a price": ({ actorId: userId }) => setPrice({ ...PRICE, version: 0, userId, requestId, now }),
  "a planned price": ({ actorId: userId }) =>
    planPrice({ ...PRICE, version: 0, appliesAt: new Date(now.getTime() + 60_000), userId, requestId, now }),
  "the end of a planned price": ({ actorId: userId }) => withdrawPrice({ id: 1, userId, requestId, now }),
  "a price of a model": ({ actorId: by }) => setModelPrice({ model: "m", figures: null, by, requestId, now }),
  "the end of a planned price of a model": ({ actorId: by }) => withdrawModelPrice({ id: 1, by, requestId, now }),
  "the tokens of all workspaces": ({ actorId }) => listWorkspaces({ whole: { actorId, requestId, now } }),
  "the inference tokens of all workspaces": ({ actorId }) => listTeams({ whole: { actorId, requestId, now } }),
  "the tokens of a workspace": ({ actorId }) => showTokens({ actorId, name: "none", requestId, now }),
  "a new admin token": ({ actorId }) => replaceAdminToken({ actorId, name: "none", last4: "", requestId, now }),
  "the end of a workspace": ({ actorId }) => deleteWorkspace({ actorId, name: "none", requestId, now }),
  "a deleted workspace": ({ actorId }) => undoDelete({ actorId, name: "none", requestId, now }),
  "a trial": ({ actorId, email }) => grantTrial({ actorId, email, days: 14, requestId, now }),
  "a hidden GPU type": ({ actorId: userId }) =>
    setGpuFacts({ ...FACTS, ...{ gpuType: "a5000", version: 0, hidden: true, userId, requestId, now } }),
  "a cluster": ({ actorId: userId }) =>
    setCluster({
      ...{ name: "new1", position: 9, networks: ["ethernet"], version: null, hidden: false },
      userId,
      requestId,
      now,
    }),
  "an image": ({ actorId: userId }) => setImage({ ...IMAGE, userId, requestId, now }),
  "the cost of nodes": ({ actorId: userId }) =>
    setNodeCost({ ...{ cluster: "fra1", gpuType: "a5000", gpus: 8, cents: 100 }, userId, requestId, now }),
  "a rate of VAT": ({ actorId: userId }) =>
    addVatRate({ country: "DE", from: "2999-01-01", rateBp: 1900, userId, requestId, now }),
  "other bank details": ({ actorId: userId }) =>
    setSeller({
      ...{ name: "", address: "", country: "", vatNumber: "", chargesVat: false, bankDetails: "x" },
      ...{ userId, requestId, now },
    }),
  "settled minutes": ({ actorId: userId }) => settleUsage({ reportId: randomUUID(), userId, requestId, now }),
  "a source with its key": ({ actorId }) => makeSource({ actorId, name: "gateway", requestId, now }),
};

test.each(Object.keys(ASKED))("An admin whose role goes while they ask for %s does not get it (16.9)", async (name) => {
  await theCatalogue();
  const [admin, other, friend] = [await aTenant({ role: "admin" }), await aTenant({ role: "admin" }), await aTenant()];
  const ask = () => ASKED[name]?.({ ...friend, actorId: admin.userId });
  const ends = [
    () => setRole({ actorId: other.userId, userId: admin.userId, role: "operator", requestId, now }),
    () => suspendUser({ actorId: other.userId, userId: admin.userId, reason: "x", requestId, now }),
  ];
  for (const end of ends) {
    await db.query(`update user_account set role = 'admin', state = 'active' where id = $1`, [admin.userId]);
    await end();
    await expect(ask()).rejects.toThrow(M.notAllowed);
  }
});

/** An operator's requests in progress. */
const OF_OPERATORS: Record<string, (by: { userId: number; requestId: string; now: Date }) => Promise<unknown>> = {
  "a channel of alerts": (by) =>
    addChannel(by, { name: "Late", kind: "webhook", target: "https://late.example/", hourly_max: "5" }),
  "an acknowledged alert": (by) => acknowledgeAlert(by, { alertId: 1, note: "" }),
  "another target of a channel": (by) =>
    changeChannel(by, { channelId: 1, fields: { name: "x", kind: "mail", target: "", hourly_max: "5" } }),
  "the end of a rule": (by) => deleteRule(by, { ruleId: 1 }),
  "an answer": (by) => answer({ ...by, conversationId: 1n, text: "x", seen: 0n, close: false }),
  "a transfer": (by) =>
    recordTransfer({
      ...{ ...by, transferId: randomUUID(), invoiceId: randomUUID(), cents: 100n as Cents },
      ...{ receivedOn: "2026-01-01", reference: "x" },
    }),
  "a return": (by) =>
    recordReturn({
      ...{ ...by, returnId: randomUUID(), invoiceId: randomUUID(), cents: 100n as Cents },
      ...{ returnedOn: "2026-01-01", reference: "x" },
    }),
  "the front of a queue": (by) => moveUp({ ...by, resvGuid: randomUUID(), reason: "x" }),
  "a message about a task": (by) => tellCustomer({ ...by, resvGuid: randomUUID(), text: "x" }),
  "a section of the FAQ": (by) => saveSection({ ...by, id: null, title: "x", topics: [] }),
  "the end of a section": (by) => deleteSection({ ...by, id: 1, version: 1 }),
  "a deleted section": (by) => undoSection({ ...by, id: 1 }),
  "another order of the FAQ": (by) => moveSection({ ...by, id: 1, version: 1, beforeId: null }),
  "the former order of the FAQ": (by) => undoMove({ ...by, id: 1, version: 1 }),
  "an older text of a section": (by) => restoreSection({ ...by, id: 1, version: 1, revision: 1 }),
  "a saved answer": (by) => saveAnswer({ ...by, id: null, name: "x", text: "x" }),
  "the end of a saved answer": (by) => deleteAnswer({ ...by, id: 1 }),
  "a comment": ({ userId, ...by }) => addComment({ ...by, userId, authorId: userId, body: "x" }),
  "a vote": ({ userId, ...by }) => voteComment({ ...by, userId, commentId: 1, voterId: userId }),
  "other tags of a customer": ({ userId, ...by }) =>
    setCustomerTags({ ...by, tenantId: 1, tenantName: "x", typed: "x", actorId: userId }),
};

test.each(Object.keys(OF_OPERATORS))(
  "An operator whose role goes while they ask for %s does not get it",
  async (name) => {
    const [operator, admin] = [await aTenant({ role: "operator" }), await aTenant({ role: "admin" })];
    await setRole({ actorId: admin.userId, userId: operator.userId, role: "support", requestId, now });
    await expect(OF_OPERATORS[name]?.({ userId: operator.userId, requestId, now })).rejects.toThrow(M.notAllowed);
  },
);

const FOR_OWNERS: Record<
  string,
  (act: TenantInWorld & { actorId: number; inferenceToken: string }) => Promise<unknown>
> = {
  "a workspace": ({ actorId, email, inferenceToken }) =>
    createWorkspace({
      ...{ name: "first", email, maxUsers: 5, inferenceToken, adminToken: "", welcome: false },
      ...{ actorId, requestId, now },
    }),
  "a new token of it": ({ actorId }) => rotateInferenceToken({ name: "first", actorId, requestId, now }),
  "it again": async ({ actorId }) => {
    await deleteWorkspace({ name: "first", actorId, requestId, now });
    await undoDelete({ name: "first", actorId, requestId, now });
  },
  "the waiting key of a workspace": ({ actorId, email }) => getOwner({ actorId, email, requestId, now }),
};

test("An admin who creates something for its owner waits for the owner before they hold their own role", async () => {
  const [owner, admin] = [await aTenant(), await aTenant({ role: "admin" })];
  const { inferenceToken } = await getOwner({ actorId: admin.userId, email: owner.email, requestId, now });
  for (const ask of Object.values(FOR_OWNERS)) {
    const asked = await transaction(async (tx) => {
      const [us] = await tx.query<{ pid: number }>(
        `select pg_backend_pid() as pid from user_account where id = $1 for update`,
        [owner.userId],
      );
      const asking = { done: ask({ ...owner, actorId: admin.userId, inferenceToken }) };
      await vi.waitFor(async () =>
        expect(
          await db.query(`select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))`, [us?.pid]),
        ).toHaveLength(1),
      );
      // The user that a suspension of both would lock next.
      await tx.query(`select from user_account where id = $1 for update nowait`, [admin.userId]);
      return asking;
    });
    await asked.done;
  }
});

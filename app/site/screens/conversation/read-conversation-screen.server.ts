import { findUser, type UserRow } from "~/accounts/find-user.server";
import { listReservations, type ReservationRow } from "~/compute/list-reservations.server";
import { isFinal } from "~/compute/task-states";
import { listBillingEvents } from "~/money/list-billing-events.server";
import { readStanding } from "~/money/read-standing.server";
import { openInvoicesText, sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { centsText } from "~/platform/cents-text";
import { epochSeconds } from "~/platform/epoch-seconds";
import type { Viewer } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { recordLook } from "~/platform/record-look.server";
import { hasRight } from "~/platform/staff-rights";
import { M } from "~/site/messages";
import { listOthers, listStaff } from "~/site/inside/inbox/list-conversations.server";
import {
  type ConversationHead,
  listMessages,
  noteLooked,
  readConversation,
} from "~/site/inside/inbox/read-conversation.server";
import { listSavedAnswers } from "~/site/inside/inbox/saved-answers.server";
import { threadMessages } from "~/site/inside/inbox/thread-messages";

const NEWEST_TASKS = 50;
const SHOWN = 5;

/** The id in a conversation's path; a 404 for an impossible one. */
export function conversationIdOf(id: string | undefined): bigint {
  if (!/^[1-9]\d{0,17}$/.test(id ?? "")) throw refusalPage(404, M.notFound);
  return BigInt(id ?? "");
}

/** A conversation with its customer's facts. The view of an account is recorded, and the customer can see that. */
export async function readConversationScreen(args: RouteArgs, asked: { id: bigint; viewer: Viewer; now: Date }) {
  const { id, viewer, now } = asked;
  const head = await readConversation(id);
  if (!head) throw refusalPage(404, M.notFound);
  const { tenantId } = head;
  const look = { viewer, action: "conversation.view" as const, target: `conversation:${id}` };
  const [thread, facts, staff, answers, others, maybe] = await Promise.all([
    listMessages({ id, notes: true }),
    partOrNull(args, "customer", readFacts(head, { seesMoney: hasRight(viewer, "money.see"), now })),
    listStaff(),
    listSavedAnswers(),
    listOthers(head),
    head.maybeUserId === null ? null : findUser({ id: head.maybeUserId }),
    noteLooked(id),
    tenantId === null ? null : recordLook({ ...look, tenantId, requestId: requestIdOf(args), now }),
  ]);
  return {
    conversation: headView(head, now),
    messages: threadMessages(thread.messages),
    earlier: thread.earlier,
    seen: String(thread.messages.at(-1)?.id ?? 0),
    facts: facts ?? null,
    maybe: maybe && { id: maybe.id, name: maybe.name },
    others: others.map((one) => ({ ...one, id: String(one.id) })),
    staff,
    answers: answers.map(({ id: answerId, name }) => ({ id: answerId, name })),
    mayAct: hasRight(viewer, "inbox.act"),
    me: viewer.userId,
  };
}

export type ConversationScreen = Awaited<ReturnType<typeof readConversationScreen>>;
export type CustomerFacts = NonNullable<ConversationScreen["facts"]>;

function headView({ id, waitingSince, createdAt, ...head }: ConversationHead, now: Date) {
  return {
    ...head,
    id: String(id),
    waitsSeconds: waitingSince ? Math.max(0, Math.floor((now.getTime() - waitingSince.getTime()) / 1000)) : null,
    createdTs: epochSeconds(createdAt),
  };
}

/** Reads the facts about the account of a conversation; null without one. */
async function readFacts({ userId }: ConversationHead, asked: { seesMoney: boolean; now: Date }) {
  const user = userId === null ? null : await findUser({ id: userId });
  return user ? await factsOf(user, asked) : null;
}

async function factsOf(
  { id, name, email, state, role, tenant_name, tenantId, created }: UserRow,
  { seesMoney, now }: { seesMoney: boolean; now: Date },
) {
  const [standing, invoices, tasks, movements] = await Promise.all([
    seesMoney ? readStanding({ tenantId, now }) : null,
    seesMoney ? sumOpenInvoices({ tenantId, now }) : null,
    listReservations({ tenantId, after: null, limit: NEWEST_TASKS }),
    seesMoney ? listBillingEvents({ tenantId, limit: SHOWN }) : null,
  ]);
  return {
    user: { id, name, email, state, role, tenantName: tenant_name, createdTs: created },
    balance: standing && centsText(standing.balance),
    owes: standing && standing.owed > 0n ? centsText(standing.owed) : null,
    invoices: invoices && openInvoicesText(invoices),
    open: tasks.filter(({ state: one }) => !isFinal(one)).map(taskView),
    incidents: tasks
      .filter(({ state: one }) => one === "incident" || one === "lost")
      .slice(0, SHOWN)
      .map(taskView),
    /** Null for staff who do not see money. */
    movements:
      movements?.map(({ bev_desc, bev_dollars, bev_ts }) => ({
        text: bev_desc,
        dollars: bev_dollars,
        ts: bev_ts,
      })) ?? null,
  };
}

function taskView({ resv_guid, task_name, state, gpu_type, gpus_min, accepted_at, finished_at }: ReservationRow) {
  return {
    resvGuid: resv_guid,
    name: task_name,
    state,
    gpus: gpus_min,
    gpuType: gpu_type,
    ts: epochSeconds(finished_at ?? accepted_at),
  };
}

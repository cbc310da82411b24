import { json } from "@remix-run/node";
import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { type FormAnswer, formAction, onForm } from "~/platform/http/form.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { addNote, answer } from "~/site/inside/inbox/answer.server";
import { assign, setState } from "~/site/inside/inbox/change-conversation.server";
import { fillAnswer } from "~/site/inside/inbox/fill-answer";
import { messageInput } from "~/site/inside/inbox/message-input";
import { readConversation } from "~/site/inside/inbox/read-conversation.server";
import { listSavedAnswers } from "~/site/inside/inbox/saved-answers.server";
import { M } from "~/site/messages";

/** The newest message that the page showed. */
const seen = z
  .string()
  .regex(/^\d{1,18}$/, M.unreadable)
  .transform(BigInt);
const Written = z.object({ text: messageInput, seen });
const Insert = z.object({ text: z.string().default(""), answer: z.string().default("") });
const Assign = z.object({ to: z.union([z.literal("").transform(() => null), rowId(M.notOfStaff)], M.notOfStaff) });

/** The acts on a conversation. The caller has checked that the viewer is an operator. */
export async function conversationAction(args: RouteArgs, { id, viewer }: { id: bigint; viewer: Viewer }) {
  const by = { conversationId: id, userId: viewer.userId, requestId: requestIdOf(args) };
  const answerWith = (close: boolean) =>
    onForm(Written, async (written, { now }) => {
      await answer({ ...by, ...written, close, now });
      return {
        notice: close ? "Your answer is on its way, and the conversation is closed." : "Your answer is on its way.",
      };
    });
  return await formAction(args, {
    answer: answerWith(false),
    "answer-and-close": answerWith(true),
    note: onForm(Written, async (written, { now }) => {
      await addNote({ ...by, ...written, now });
      return { notice: "The note is stored. Only staff see it." };
    }),
    insert: onForm(Insert, async ({ text, answer: chosen }) => await inserted({ id, text, chosen, me: viewer.name })),
    assign: onForm(Assign, async ({ to }, { now }) => {
      await assign({ ...by, to, now });
      return { notice: to === null ? "The conversation is assigned to nobody." : "The conversation is assigned." };
    }),
    close: onForm(z.object({}), async (_fields, { now }) => {
      await setState({ ...by, state: "closed", now });
      return { notice: "The conversation is closed. A new message opens it again." };
    }),
    reopen: onForm(z.object({}), async (_fields, { now }) => {
      await setState({ ...by, state: "open", now });
      return { notice: "The conversation is open." };
    }),
  });
}

/** The form again, with the saved answer after what was typed. */
async function inserted(given: { id: bigint; text: string; chosen: string; me: string }): Promise<Response> {
  const [conversation, answers] = await Promise.all([readConversation(given.id), listSavedAnswers()]);
  const saved = answers.find(({ id }) => String(id) === given.chosen);
  if (!conversation || !saved) throw Refusal.ofField("answer", M.noAnswerChosen);
  const filled = fillAnswer(saved.text, { ...conversation, me: given.me });
  const text = [given.text, filled].filter((part) => part !== "").join("\n\n");
  return json<FormAnswer>({ intent: "insert", lastResult: { initialValue: { text } }, message: "" });
}

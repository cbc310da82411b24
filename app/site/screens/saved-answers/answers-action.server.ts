import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { refuseHidden } from "~/platform/refuse-hidden";
import { messageInput } from "~/site/inside/inbox/message-input";
import { deleteAnswer, saveAnswer } from "~/site/inside/inbox/saved-answers.server";
import { M } from "~/site/messages";

const NAME_MAX = 60;

const name = z
  .string()
  .default("")
  .refine((text) => text !== "" && [...text].length <= NAME_MAX, M.wrongAnswerName)
  .superRefine(refuseHidden);
const id = rowId(M.notFound);

/** Adds, changes and deletes saved answers. The caller has checked that the viewer is an operator. */
export async function answersAction(args: RouteArgs, { userId }: Viewer) {
  const by = { userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    add: onForm(z.object({ name, text: messageInput }), async (given, { now }) => {
      await saveAnswer({ ...by, ...given, id: null, now });
      return { notice: `The answer "${given.name}" is saved.` };
    }),
    save: onForm(z.object({ id, name, text: messageInput }), async (given, { now }) => {
      await saveAnswer({ ...by, ...given, now });
      return { notice: `The answer "${given.name}" is saved.` };
    }),
    delete: onForm(z.object({ id }), async (given, { now }) => {
      await deleteAnswer({ ...by, ...given, now });
      return { notice: "The answer is deleted." };
    }),
  });
}

import { z } from "zod";
import { M } from "~/staff/messages";
import { deleteTask } from "~/compute/delete-task.server";
import { addComment } from "~/staff/inside/add-comment.server";
import { setCustomerTags } from "~/staff/inside/customer-tags.server";
import { voteComment } from "~/staff/inside/vote-comment.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { accessForms } from "./access-forms.server";
import { adjustForm } from "./adjust-form.server";
import { termsForms } from "./terms-forms.server";

const COMMENT_MAX = 2000;
const COMMENT_TEXT = `A comment has 1 to ${COMMENT_MAX} characters.`;

const Comment = z.object({
  body: z.string(COMMENT_TEXT).trim().min(1, COMMENT_TEXT).max(COMMENT_MAX, COMMENT_TEXT),
});
const Tags = z.object({ tags: z.string(M.unreadable).max(1000, M.unreadable).default("") });
const Vote = z.object({ comment: rowId(M.unreadable) });
const KillTask = z.object({ resv_guid: z.uuid(M.notFound) });

/** The user on the screen. */
interface About {
  id: number;
  tenantId: number;
  tenant_name: string;
}

/** The forms of the user screen (2.5). Each checks its right. */
export async function userAction(
  args: RouteArgs,
  viewer: Viewer,
  { id: userId, tenantId, tenant_name: tenantName }: About,
) {
  const requestId = requestIdOf(args);
  return await formAction(args, {
    ...accessForms(viewer, { userId, tenantId, requestId }),
    ...termsForms(viewer, { userId, tenantId, requestId }),
    "adjust-balance": adjustForm(viewer, { userId, tenantId, requestId }),
    tags: ifMay(
      viewer,
      "customers.act",
      onForm(Tags, async ({ tags }, { now }) => {
        await setCustomerTags({ tenantId, tenantName, typed: tags, actorId: viewer.userId, requestId, now });
        return { notice: "The tags are saved." };
      }),
    ),
    comment: ifMay(
      viewer,
      "customers.act",
      onForm(Comment, async ({ body }, { now }) => {
        await addComment({ userId, authorId: viewer.userId, body, requestId, now });
        return { notice: "Comment added." };
      }),
    ),
    vote: ifMay(
      viewer,
      "customers.act",
      onForm(Vote, async ({ comment }, { now }) => {
        const vote = { userId, commentId: comment, voterId: viewer.userId, requestId, now };
        return { notice: (await voteComment(vote)).voted ? "Vote counted." : "Vote removed." };
      }),
    ),
    "kill-task": ifMay(
      viewer,
      "tasks.act",
      onForm(KillTask, async ({ resv_guid }, { now }) => {
        const kill = { actor: viewer, resvGuid: resv_guid, account: tenantName, requestId, now };
        return { notice: (await deleteTask(kill)).message };
      }),
    ),
  });
}

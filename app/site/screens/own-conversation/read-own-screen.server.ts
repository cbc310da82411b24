import type { Viewer } from "~/platform/http/access.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { readOwnConversation } from "~/site/inside/inbox/own-conversations.server";
import { listMessages } from "~/site/inside/inbox/read-conversation.server";
import { threadMessages } from "~/site/inside/inbox/thread-messages";
import { M } from "~/site/messages";

/** A person's own conversation, without notes and without the names of staff. */
export async function readOwnScreen({ id, viewer }: { id: bigint; viewer: Viewer }) {
  const own = await readOwnConversation({ id, userId: viewer.userId });
  if (!own) throw refusalPage(404, M.notFound);
  const { messages, earlier } = await listMessages({ id, notes: false });
  const { subject, state, isWaiting } = own;
  return {
    ...{ subject, state, isWaiting, earlier },
    messages: threadMessages(messages).map((message) => ({ ...message, author: null })),
  };
}

import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { messageInput } from "~/site/inside/inbox/message-input";
import { writeOwn } from "~/site/inside/inbox/own-conversations.server";

/** Continues the person's own conversation. */
export async function ownAction(args: RouteArgs, { id, viewer }: { id: bigint; viewer: Viewer }) {
  return await formAction(args, {
    write: onForm(z.object({ text: messageInput }), async ({ text }, { now }) => {
      await writeOwn({ id, userId: viewer.userId, text, now });
      return { notice: "Your message is on its way to us." };
    }),
  });
}

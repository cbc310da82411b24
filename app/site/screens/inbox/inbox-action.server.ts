import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { setReadsInbox } from "~/site/inside/inbox/inbox-readers.server";

/** Switches the viewer's own mails about new messages (22.6). */
export async function inboxAction(args: RouteArgs, { userId }: Viewer) {
  return await formAction(args, {
    subscribe: onForm(z.object({}), async () => {
      await setReadsInbox({ userId, on: true });
      return { notice: "You will get a mail when a message arrives that is assigned to nobody else." };
    }),
    unsubscribe: onForm(z.object({}), async () => {
      await setReadsInbox({ userId, on: false });
      return { notice: "You only get mails about conversations that are assigned to you." };
    }),
  });
}

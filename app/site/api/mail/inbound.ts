// POST /v1/inbound-mail: a mail for the inbox; 404 while no INBOUND_MAIL_SECRET is set.
import { z } from "zod";
import { env } from "~/platform/env.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { secretOf } from "~/platform/http/credentials.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import { clientNetworkOf } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { isEqualSecret } from "~/platform/secret.server";
import { unauthorized } from "~/platform/unauthorized";
import { parseMail } from "~/site/inside/inbox/parse-mail.server";
import { receiveMail } from "~/site/inside/inbox/receive-mail.server";
import { M } from "~/site/messages";

/** Room for attachments, which are left out. */
const LIMIT_BYTES = 16 * 1024 * 1024;

const header = (description: string, ...examples: string[]) => z.string().default("").meta({ description, examples });

export const { loader, action } = apiRoute("mail/inbound", {
  POST: operation({
    purpose:
      "Adds a mail to its conversation in the inbox, once; the credential is INBOUND_MAIL_SECRET as bearer token",
    credentials: ["P"],
    ours: true,
    unlimited: true,
    statuses: [401, 404, 413, 429],
    refusals: ["wrongSender", "wrongMessageId"],
    body: {
      limitBytes: LIMIT_BYTES,
      jsonOnly: true,
      asSent: true,
      also: {
        media: "message/rfc822",
        description: "The whole mail as it came (RFC 5322), with its attachments",
        read: async (bytes) => {
          const { messageId, inReplyTo, autoSubmitted, ...rest } = await parseMail(bytes);
          return { ...rest, message_id: messageId, in_reply_to: inReplyTo, auto_submitted: autoSubmitted };
        },
      },
    },
    required: ["from", "message_id"],
    input: z.object({
      from: header("The sender, with or without a name", "Ann <ann@example.com>"),
      to: header("The recipients, with the address that has the token", "inbox+0123…@example.com"),
      subject: header("The subject", "Re: Where is my invoice?"),
      text: header("The text; attachments are left out", "Thank you!"),
      html: header("The HTML, which is read as text if there is no text", ""),
      message_id: header("The mail’s Message-ID", "<1@mail.example.com>"),
      in_reply_to: header("The mail’s In-Reply-To", ""),
      references: header("The mail’s References", ""),
      auto_submitted: header("The mail’s Auto-Submitted: automatic mails make nobody wait", "no"),
      precedence: header("The mail’s Precedence", ""),
    }),
    answer: z.object({
      outcome: z.enum(["added", "repeated", "ignored"]).meta({
        description: "added; repeated: it was delivered before; ignored: automatic or our own, and of no conversation",
        examples: ["added"],
      }),
    }),
    run: async ({ request, context, input, now }) => {
      await requireSecret(request, clientNetworkOf({ request, context }));
      const { message_id: messageId, in_reply_to: inReplyTo, auto_submitted: autoSubmitted, ...rest } = input;
      return { outcome: await receiveMail({ mail: { ...rest, messageId, inReplyTo, autoSubmitted }, now }) };
    },
  }),
});

/** Wrong secrets count as public calls of their network, like all wrong credentials. */
async function requireSecret(request: Request, network: string): Promise<void> {
  if (!env.INBOUND_MAIL_SECRET) throw new Refusal(M.notFound, { status: 404 });
  if (isEqualSecret(env.INBOUND_MAIL_SECRET, secretOf(request) ?? "")) return;
  await countRequest("public", network);
  throw unauthorized();
}

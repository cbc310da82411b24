import { type Answered, postWebhook } from "~/accounts/post-webhook.server";
import { signedHeaders } from "~/accounts/signing-secret.server";
import { env } from "~/platform/env.server";
import { ownUrl } from "~/platform/own-url.server";
import { decrypt } from "~/platform/secret.server";
import type { Content } from "./alert-words";
import { type ChannelKind, pagerDutyEvent, slackBody, teamsBody, webhookBody } from "./channel-bodies";

/** Different in tests. */
export type PostOptions = Pick<Parameters<typeof postWebhook>[0], "timeoutMs" | "resolve" | "ca"> & {
  loopback?: boolean;
  pagerDutyUrl?: string;
};

interface Posted {
  kind: ChannelKind;
  secret: string | null;
  signingSecret: string | null;
  content: Content;
  messageId: string;
  attempts: number;
  now: Date;
  options: PostOptions;
}

/**
 * Sends one message to a channel, in the format of its receiver, to an address that was checked (decision 0203). Never
 * throws, and its answer never names the URL: that may be a secret.
 */
export async function post({ kind, secret, messageId, attempts, options, ...given }: Posted): Promise<Answered> {
  const { content, signingSecret, now } = given;
  const { loopback = env.WEBHOOK_LOOPBACK, pagerDutyUrl = env.PAGERDUTY_EVENTS_URL, ...more } = options;
  const plain = secret === null ? null : decrypt(secret);
  if (plain === null) return failed("Its address can no longer be read. Type it again.");
  const url = ownUrl(content.path);
  const send = async (to: string, body: string, headers: Record<string, string> = PLAIN) =>
    await postWebhook({ ...more, url: to, headers, body, attempt: attempts, loopback });
  if (kind === "pagerduty") return await send(pagerDutyUrl, pagerDutyEvent(content, { routingKey: plain, url }));
  if (kind === "slack") return await send(plain, slackBody(content, url));
  if (kind === "teams") return await send(plain, teamsBody(content, url));
  const payload = webhookBody(content, url);
  // Receivers ignore an id that they know, and a restored database gives its numbers a second time.
  const id = `alert_${messageId}_${Date.parse(content.at) / 1000}`;
  const message = { messageId: id, payload, secret: signingSecret ?? "" };
  const headers = signedHeaders({ ...message, oldSecret: null, oldSecretUntil: null }, now);
  return headers
    ? await send(plain, payload, headers)
    : failed("Its signing secret can no longer be read. Make the channel again.");
}

const PLAIN = { "Content-Type": "application/json", "User-Agent": "Millrace-Alerts/1.0" };

function failed(error: string): Answered {
  return { status: null, error, durationMs: 0, body: "" };
}

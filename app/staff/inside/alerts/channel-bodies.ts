import type { Content } from "./alert-words";

/** The kinds of channels in words. */
export const CHANNEL_KINDS = {
  mail: "Mail",
  webhook: "Webhook",
  pagerduty: "PagerDuty",
  slack: "Slack",
  teams: "Microsoft Teams",
} as const;
export type ChannelKind = keyof typeof CHANNEL_KINDS;

export function isChannelKind(kind: string): kind is ChannelKind {
  return Object.hasOwn(CHANNEL_KINDS, kind);
}

/** PagerDuty's limit of a summary, in characters. */
const SUMMARY_MAX = 1024;
/** Slack cuts off a section beyond 3,000 characters. */
const SLACK_MAX = 2900;

const EVENT_ACTIONS: Record<Content["kind"], "trigger" | "acknowledge" | "resolve"> = {
  opened: "trigger",
  more: "trigger",
  reminder: "trigger",
  digest: "trigger",
  acknowledged: "acknowledge",
  over: "resolve",
};

/** An event of PagerDuty's Events API v2. All events of an alert have one `dedup_key`, so they are one incident. */
export function pagerDutyEvent(content: Content, { routingKey, url }: { routingKey: string; url: string }): string {
  const { kind, dedupKey, title, severity, at, lines, alerts } = content;
  const action = EVENT_ACTIONS[kind];
  const [first] = alerts;
  return JSON.stringify({
    routing_key: routingKey,
    event_action: action,
    dedup_key: dedupKey,
    ...(action === "trigger" && {
      payload: {
        summary: title.slice(0, SUMMARY_MAX),
        source: first?.cluster ?? "Millrace",
        severity,
        timestamp: at,
        class: first?.figure,
        group: first?.cluster ?? undefined,
        custom_details: { text: lines.join("\n"), alerts },
      },
      client: "Millrace",
      client_url: url,
      links: [{ href: url, text: "Open in Millrace" }],
    }),
  });
}

/** The body of an incoming webhook of Slack. */
export function slackBody({ title, lines }: Content, url: string): string {
  const text = (one: string) => one.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const body = [`*${text(title)}*`, ...lines.map(text)].join("\n").slice(0, SLACK_MAX);
  return JSON.stringify({
    text: text(title),
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: body } },
      { type: "context", elements: [{ type: "mrkdwn", text: `<${url}|Open in Millrace>` }] },
    ],
  });
}

/** The body of an incoming webhook of Microsoft Teams (Workflows): a message with one adaptive card. */
export function teamsBody({ title, lines, severity, kind }: Content, url: string): string {
  const color = kind === "over" ? "Good" : severity === "critical" ? "Attention" : "Warning";
  return JSON.stringify({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: title, weight: "Bolder", size: "Medium", color, wrap: true },
            ...lines.map((text) => ({ type: "TextBlock", text, wrap: true, spacing: "Small" })),
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open in Millrace", url }],
        },
      },
    ],
  });
}

/** The body of our own webhook: like customers' webhooks (15.2). Fields may be added, never removed. */
export function webhookBody({ kind, at, title, severity, alerts }: Content, url: string): string {
  return JSON.stringify({ type: `alert.${kind}`, timestamp: at, data: { title, severity, url, alerts } });
}

/** The text of a mail. */
export function mailText({ lines }: Content, url: string): string {
  return [lines.join("\n"), url].join("\n\n");
}

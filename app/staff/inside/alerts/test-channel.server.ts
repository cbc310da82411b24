import { db, transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { keepAnswer } from "~/staff/send-alerts.server";
import type { Content } from "./alert-words";
import type { By } from "./change-rules.server";
import type { ChannelKind } from "./channel-bodies";
import { post, type PostOptions } from "./post-message.server";
import { queueMessage } from "./tell-channels.server";

interface Stored {
  name: string;
  kind: ChannelKind;
  address: string;
  secret: string | null;
  signingSecret: string | null;
}

/**
 * Sends a test to a channel at once, outside any transaction, so that its answer is on the screen. Mail is queued.
 * PagerDuty's incident is ended by a second event.
 * @returns why it was not accepted; empty if it was.
 */
export async function testChannel(
  by: By,
  { channelId, options = {} }: { channelId: number; options?: PostOptions },
): Promise<{ name: string; error: string }> {
  const { now } = by;
  const [channel] = await db.query<Stored>(
    `select name, kind, address, secret, signing_secret as "signingSecret" from alert_channel
     where id = $1 and deleted_at is null`,
    [channelId],
  );
  if (!channel) throw new Refusal(M.notFound, { status: 404 });
  const { name, kind } = channel;
  const target = `alert-channel:${name}`;
  const content = contentOfTest("opened", channelId, now);
  if (kind === "mail") {
    await transaction(async (tx) => {
      await queueMessage(tx, { id: channelId, kind, address: channel.address }, null, content, now);
      await writeAudit({ ...by, action: "alert.channel-test", target }, tx);
    });
    return { name, error: "" };
  }
  await writeAudit({ ...by, action: "alert.channel-test", target });
  const sent = { ...channel, messageId: `test_${now.getTime()}`, attempts: 1, now, options };
  const { error } = await post({ ...sent, content });
  if (error === "" && kind === "pagerduty") await post({ ...sent, content: contentOfTest("over", channelId, now) });
  // A refused test is on the screen, and nobody else needs to be told of it.
  if (error === "") await keepAnswer(db, { channelId, error, now });
  return { name, error };
}

function contentOfTest(kind: "opened" | "over", channelId: number, now: Date): Content {
  return {
    ...{ kind, severity: "info", title: "Test of an alert channel", path: "/dashboard/alerts/channels", alerts: [] },
    lines: ["This is a test that a member of staff asked for. Nothing is wrong."],
    ...{ dedupKey: `millrace-test-${channelId}`, at: now.toISOString() },
  };
}

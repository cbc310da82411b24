import { randomUUID } from "node:crypto";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";
import type { SourceAct } from "./make-source.server";
import { ingestEvents } from "~/usage/ingest-events.server";

/** An admin's test event, in the form that sources send. */
export interface TestEvent {
  model: string;
  user: string;
  kind: string;
  prompt_tokens: number;
  generated_tokens: number;
  /** Left out: the price list sets them. */
  coins?: number | undefined;
}

/** Sends one event in the name of a source, through the intake itself: it counts like any other. @throws Refusal with the intake's reason. */
export async function sendTestEvent({
  sourceId,
  event,
  ...act
}: SourceAct & { sourceId: number; event: TestEvent }): Promise<{ key: string }> {
  const { actorId: userId, requestId, now } = act;
  const key = `test-${randomUUID()}`;
  const sent = { ...event, key, ts: now.getTime() / 1000 };
  const { rejected } = await ingestEvents({ sourceId, events: [sent], validate: false, now });
  const [reason] = rejected;
  if (reason) throw new Refusal(reason.human_readable_message);
  const audit = { userId, action: "usage-source.test", target: `usage-source:${sourceId}`, requestId, now };
  await writeAudit({ ...audit, after: { key, ...event } });
  return { key };
}

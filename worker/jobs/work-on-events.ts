import { processEvents } from "~/domain/webhooks/process-events.server";
import { log } from "../log";

/** Works on what the payment provider reported (4.3). */
export async function workOnEvents(): Promise<void> {
  const results = await processEvents({ now: new Date(), clock: () => new Date() });
  for (const { type } of results.filter(({ result }) => result === "failed"))
    log.error({ type }, "an event of the payment provider was not worked on, trying it again later");
}

import { sendUsage as send } from "~/domain/subscription/send-usage.server";
import { log } from "../log";

/** Metered minutes on their way to the payment provider (3.4). */
export async function sendUsage(): Promise<void> {
  const { failed } = await send({ now: new Date() });
  for (const { reportId, error } of failed)
    log.error({ reportId, error }, "metered minutes are not billed, somebody has to look at them");
}

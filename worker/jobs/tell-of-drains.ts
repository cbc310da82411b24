import { notifyOfDrains as tell } from "~/domain/nodes/notify-of-drain.server";
import { log } from "../log";

/** Reminds tenants a day and an hour before the time by which their node shall be empty. */
export async function notifyOfDrains(): Promise<void> {
  const told = await tell({ now: new Date() });
  if (told > 0) log.info({ told }, "tenants were told that their node shall be empty");
}

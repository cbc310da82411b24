import { forgetKeys, pruneUsage as prune } from "~/domain/usage/prune-usage.server";
import { log } from "../log";

/** Makes the days of events of model usage that come, removes those that are old, and sums as old as they are kept (A18). */
export async function pruneUsage(): Promise<void> {
  await prune({ now: new Date() });
}

/** Forgets the keys of events after 30 days. */
export async function forgetUsageKeys(): Promise<void> {
  const keys = await forgetKeys({ now: new Date() });
  if (keys > 0) log.info({ keys }, "keys of old usage events were forgotten");
}

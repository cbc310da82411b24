import { checkModelUsage } from "~/domain/reconcile/check-model-usage.server";
import { log } from "../log";

/** Nightly proof that the sums of model usage are those of their events, and the coins those of the sums. */
export async function checkUsage(): Promise<void> {
  const { days, wrong, rebuilt } = await checkModelUsage({ now: new Date() });
  if (rebuilt.length > 0) log.warn({ windows: rebuilt }, "windows of the largest users were wrong and are made anew");
  const [first] = wrong;
  if (first) log.error({ wrong: wrong.length, first }, "sums of model usage are NOT those of their events");
  else log.info({ days }, "the sums of model usage are those of their events");
}

import { applyPlannedPrices } from "~/domain/pricing/apply-planned-prices.server";
import { log } from "../log";

/** Prices that were planned for a time that has come (A20). */
export async function changePrices(): Promise<void> {
  const prices = await applyPlannedPrices({ now: new Date() });
  if (prices > 0) log.info({ prices }, "planned prices apply now");
}

import { checkLedger as check } from "~/domain/billing/check-ledger.server";
import { log } from "../log";

/** Nightly proof that money and coins sum to 0, and that balances equal their entries (B5, B17). */
export async function checkLedger(): Promise<void> {
  // Each of the figures is 0 when all is right.
  const wrong = Object.entries(await check()).filter(([, figure]) => BigInt(figure) !== 0n);
  if (wrong.length === 0) log.info("the ledger is in balance");
  else
    log.fatal(
      Object.fromEntries(wrong.map(([name, figure]) => [name, String(figure)])),
      "the ledger is NOT in balance",
    );
}

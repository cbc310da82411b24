import { checkLedger as check } from "~/domain/billing/check-ledger.server";
import { log } from "../log";

/** Nightly proof of B5: the ledger sums to 0 and balances equal their entries. */
export async function checkLedger(): Promise<void> {
  const found = await check();
  if (found.imbalanceUnits === 0n && found.wrongBalances === 0 && found.wrongTasks === 0)
    log.info("the ledger is in balance");
  else
    log.fatal(
      {
        imbalanceUnits: String(found.imbalanceUnits),
        wrongBalances: found.wrongBalances,
        wrongTasks: found.wrongTasks,
      },
      "the ledger is NOT in balance",
    );
}

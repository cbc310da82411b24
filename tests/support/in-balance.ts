import type { LedgerCheck } from "~/money/check-ledger.server";

/** The result of the ledger check if nothing is wrong. */
export const IN_BALANCE: LedgerCheck = {
  imbalanceUnits: 0n,
  imbalanceCoins: 0n,
  wrongBalances: 0,
  wrongHours: 0,
  wrongDays: 0,
  wrongMonths: 0,
  wrongTasks: 0,
  wrongVolumes: 0,
  wrongTaskDays: 0,
  wrongVat: 0,
};

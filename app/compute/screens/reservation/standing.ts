import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { firstMissing, type Missing } from "~/compute/inside/reserve/first-missing";
import type { Choice } from "./choice";
import { pphOf } from "./cost";
import { allChosen, isReady } from "./readiness";

export interface StandingGiven {
  choice: Choice;
  hasKeys: boolean;
  /** Null for visitors. */
  funds: FundsNow | null;
  free: FreeRow[];
  prices: Prices;
}

/** Readiness of a choice, for the bar of the form and for the confirm step. */
export interface Standing {
  /** Cents per hour; null while the GPU type has no price. */
  pphCents: number | null;
  covered: boolean;
  ready: boolean;
  missing: Missing | null;
  /** The first requirement that is missing once a key is stored. */
  missingAfterKey: Missing | null;
  /** True if Start Task can start: every field is chosen, and nothing is missing (6.2). */
  mayStart: boolean;
}

export function standingOf({ choice, hasKeys, funds, free, prices }: StandingGiven): Standing {
  const pphCents = pphOf(choice, prices);
  const covered = funds === null || pphCents === null || fundsWithTask(funds, pphCents).covered;
  const ready = isReady(choice, free);
  const given = { loggedIn: funds !== null, covered, ready };
  const missingAfterKey = firstMissing({ ...given, hasKeys: true });
  const missing = firstMissing({ ...given, hasKeys });
  return { pphCents, covered, ready, missing, missingAfterKey, mayStart: missing === null && allChosen(choice) };
}

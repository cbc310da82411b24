import { db } from "~/platform/db.server";
import { centsText, centsTyped } from "~/platform/cents-text";
import { listCards } from "./list-cards.server";
import { isCapped, isDayLimited } from "./inside/auto-top-up/auto-need";
import { AUTO_DEFAULT_DOLLARS, type TypedSettings } from "./inside/auto-top-up/auto-settings";
import type { AutoTopUpShown } from "./inside/auto-top-up/auto-top-up";
import { readAutoFacts, type TenantFacts } from "./inside/auto-top-up/read-auto-facts.server";

/** Reads a tenant's automatic top-up for its panel and screen. Does not ask the provider. */
export async function readAutoTopUp({ tenantId, now }: { tenantId: number; now: Date }): Promise<AutoTopUpShown> {
  const [[facts], [first]] = await Promise.all([
    readAutoFacts(db, { tenantIds: [tenantId], now }),
    listCards({ tenantId }),
  ]);
  const card = first?.isDefault ? first : null;
  if (!facts) return { ...NEVER, settings: AUTO_DEFAULT_DOLLARS, card };
  const { state, declines, message, tryAfter, topupId, monthCents, paused } = facts;
  return {
    state,
    declines,
    message,
    card,
    settings: settingsOf(facts),
    monthText: centsText(monthCents),
    capped: isCapped(facts),
    dayLimited: isDayLimited(facts),
    paused,
    tryAfterTs: tryAfter ? Math.ceil(tryAfter.getTime() / 1000) : null,
    askingTopupId: state === "asking" ? topupId : null,
  };
}

/** Checks whether automatic top-up is on and can add funds, so that a warning that the balance ends within a day would be wrong. */
export async function isToppedUp(asked: { tenantId: number; now: Date }): Promise<boolean> {
  const { state, capped, dayLimited, paused } = await readAutoTopUp(asked);
  return state === "watching" && !capped && !dayLimited && paused === null;
}

const NEVER: Omit<AutoTopUpShown, "settings" | "card"> = {
  state: "off",
  declines: 0,
  message: "",
  monthText: "$0.00",
  capped: false,
  dayLimited: false,
  paused: null,
  tryAfterTs: null,
  askingTopupId: null,
};

function settingsOf({ thresholdCents, cents, monthCapCents }: TenantFacts): TypedSettings {
  return { threshold: centsTyped(thresholdCents), amount: centsTyped(cents), month_cap: centsTyped(monthCapCents) };
}

import type { SavedCard } from "~/payments/card-label";
import type { AutoPause } from "./auto-need";
import type { AutoState } from "./auto-standing";
import type { TypedSettings } from "./auto-settings";

/** Automatic top-up for its panel and screen. Plain data for the browser. */
export interface AutoTopUpShown {
  state: AutoState;
  /** Settings in dollars, as the form takes them. */
  settings: TypedSettings;
  /** The automatic top-ups of this month, as `$50.00`. */
  monthText: string;
  /** True if the cap prevents another one this month. */
  capped: boolean;
  /** True if the daily limit of all top-ups prevents another one today. */
  dayLimited: boolean;
  /** Why nothing is charged for now; null if nothing prevents it. */
  paused: AutoPause | null;
  declines: number;
  message: string;
  /** Epoch seconds of the next try. */
  tryAfterTs: number | null;
  /** The top-up that waits for confirmation at the bank. */
  askingTopupId: string | null;
  /** The default card; null without one. */
  card: SavedCard | null;
}

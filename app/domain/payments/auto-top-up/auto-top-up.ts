import type { SavedCard } from "../card-label";
import type { AutoPause } from "./auto-need";
import type { AutoState } from "./auto-standing";
import type { TypedSettings } from "./auto-settings";

/** Automatic top-up as its panel and its screen show it. Plain data: it goes to the browser. */
export interface AutoTopUpShown {
  state: AutoState;
  /** As the form takes them, in dollars. */
  settings: TypedSettings;
  /** By automatic top-ups this month, as `$50.00`. */
  monthText: string;
  /** The cap leaves no room for another one this month. */
  capped: boolean;
  /** The limit of all top-ups of a day leaves no room for another one today. */
  dayLimited: boolean;
  /** Why nothing is charged meanwhile; null when nothing is in its way. */
  paused: AutoPause | null;
  declines: number;
  message: string;
  /** Epoch seconds: when it is tried again. */
  tryAfterTs: number | null;
  /** The top-up that waits for the customer's bank. */
  askingTopupId: string | null;
  /** The default card; null when there is none to charge. */
  card: SavedCard | null;
}

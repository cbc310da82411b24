import type { EventType } from "~/platform/event-types";

/** An endpoint as its owner sees it; times are epoch seconds, 0 for never. */
export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  event_types: EventType[];
  /** on; off by its owner; gone or failing: switched off automatically */
  state: "on" | "off" | "gone" | "failing";
  /** Since when it has accepted nothing. */
  failing_ts: number;
  created_ts: number;
  secret_ts: number;
  /** Until when the previous secret also signs. */
  old_secret_ts: number;
}

import type { EventType, TEST_EVENT } from "./event-types";

/** A task in webhooks; times are epoch seconds, 0 for not yet (0.8). */
export interface TaskData {
  resv_guid: string;
  task_name: string;
  state: string;
  reason: string;
  gpu_type: string;
  gpus: number;
  cluster_name: string;
  /** Cents per hour. */
  pph: number;
  exit_code: number | null;
  ts_accepted: number;
  ts_started: number;
  ts_finished: number;
}

/** The data of each event (15.2): no secrets, and nothing of other tenants. Fields may be added, never removed. */
export interface EventData {
  "task.queued": TaskData;
  "task.started": TaskData;
  "task.incident": TaskData;
  "task.recovered": TaskData;
  "task.ended": TaskData;
  "task.failed": TaskData;
  "balance.low": { lasts_hours: 1 | 24; seconds_left: number; ongoing_pph: number };
  "balance.below": { below_dollars: number; dollars: number };
  "balance.exhausted": { stopped_tasks: string[] };
  /** The budget of coins (`dollars` is 0) or of money (`coins` is 0). */
  "budget.reached": { of: "coins" | "money"; month: string; percent: number; coins: number; dollars: number };
  /** `dollars` went to the balance; `vat_dollars` was paid on top. */
  "topup.settled": { topup_id: string; number: string; dollars: number; vat_dollars?: number };
  "payment.failed": {
    about: "topup" | "subscription";
    topup_id: string | null;
    dollars: number | null;
    human_readable_message: string;
  };
  [TEST_EVENT]: { human_readable_message: string };
}

/** An event of a tenant. */
export type Happening = {
  [Type in EventType]: { tenantId: number; type: Type; data: EventData[Type]; now: Date };
}[EventType];

/** The text that is sent and signed. */
export function payloadOf(given: { type: keyof EventData; data: object; now: Date }): string {
  return JSON.stringify({ type: given.type, timestamp: given.now.toISOString(), data: given.data });
}

/** Success of `POST /v1/reserve` (3.3). */
export interface ReserveAnswer {
  retcode: "OK";
  human_readable_message: string;
  resv_guid: string;
  task_name: string;
  state: "placing" | "queued";
  /** Documented status; both states map to this one (6.3). */
  status: "unknown";
  /** Place in the queue, from 1; null for a task that starts. */
  position: number | null;
  gpus: number;
  /** Cents per hour of the whole task. */
  pph: number;
}

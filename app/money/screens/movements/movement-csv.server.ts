import { allMovements } from "~/money/inside/billing/list-movements.server";
import { KIND_LABELS, type MovementFilter } from "~/money/inside/billing/movement-filter";
import { timeOf } from "~/platform/csv-cell";
import { csvTable } from "~/platform/http/csv-instead.server";

/** The filtered movements as a file: money in is positive, as on the screen. */
export function movementCsv(asked: {
  tenantId: number;
  userId: number;
  inTeam: boolean;
  filter: MovementFilter;
  now: Date;
}) {
  return csvTable(allMovements(asked), {
    Date: ({ start_ts }) => timeOf(start_ts),
    Kind: ({ kind }) => KIND_LABELS[kind],
    Task: ({ task_name }) => task_name,
    "Duration, seconds": ({ kind, time_s }) => (kind === "task" ? time_s : null),
    Status: ({ status }) => status,
    Ended: ({ end }) => end,
    "Price per hour, dollars": ({ kind, pph }) => (kind === "task" ? pph / 100 : null),
    "Amount, dollars": ({ status, dollars_est, dollars_billed }) =>
      0 - (status === "Working" ? dollars_est : dollars_billed),
    Id: ({ id }) => id,
  });
}

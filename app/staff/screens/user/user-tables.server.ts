import { allRows } from "~/platform/all-rows";
import { allBillingEvents, type BillingEvent } from "~/money/list-billing-events.server";
import { listMails, type MailRow } from "~/platform/list-mails.server";
import { listTopUps, type TopUpRow } from "~/payments/list-top-ups.server";
import { listReservations, type ReservationRow } from "~/compute/list-reservations.server";
import { type CsvColumns, type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { readSpend, type SpendDay } from "./read-spend.server";

const AT_ONCE = 1_000;

/** The user's complete lists as files: the screen shows the newest rows. */
export function userTables(
  { tenantId, email }: { tenantId: number; email: string },
  { seesMoney, now }: { seesMoney: boolean; now: Date },
): Record<string, () => CsvTable> {
  const reservations = () => allRows<ReservationRow>((after) => listReservations({ tenantId, after, limit: AT_ONCE }));
  const topUps = () => allRows<TopUpRow>((after) => listTopUps({ tenantId, after, limit: AT_ONCE }));
  const plain = {
    reservations: () => csvTable(reservations(), RESERVATION),
    mails: () => csvTable(() => listMails({ to: email, seesMoney, now }), MAIL),
  };
  if (!seesMoney) return plain;
  return {
    ...plain,
    billing: () => csvTable(allBillingEvents({ tenantId }), BILLING),
    spend: () => csvTable(() => readSpend({ tenantId, now }), SPEND),
    "top-ups": () => csvTable(topUps(), TOP_UP),
  };
}

const RESERVATION: CsvColumns<ReservationRow> = {
  "Task ID": (row) => row.resv_guid,
  Task: (row) => row.task_name,
  State: (row) => row.state,
  Cluster: (row) => row.cluster_name,
  Image: (row) => row.tenant_image,
  "GPU type": (row) => row.gpu_type,
  GPUs: (row) => row.gpus_min,
  "Cents per hour": (row) => row.pph,
  Accepted: (row) => row.accepted_at,
  Finished: (row) => row.finished_at,
};

const BILLING: CsvColumns<BillingEvent> = {
  Date: (event) => new Date(event.bev_ts * 1000),
  Description: (event) => event.bev_desc,
  Type: (event) => event.bev_type,
  Location: (event) => event.bev_location,
  "Cents per hour": (event) => event.bev_pph,
  Dollars: (event) => event.bev_dollars,
  "Task ID": (event) => event.resv_guid,
};

const SPEND: CsvColumns<SpendDay> = {
  Day: (row) => row.day,
  Spent: (row) => row.spent,
  "Other movements": (row) => row.others,
};

const TOP_UP: CsvColumns<TopUpRow> = {
  "Top-up": (row) => row.id,
  Date: (row) => row.at,
  Dollars: (row) => row.cents / 100,
  Refunded: (row) => row.refundedCents / 100,
  Way: (row) => row.way,
  State: (row) => row.state,
  Receipt: (row) => row.number,
  Message: (row) => row.message,
};

const MAIL: CsvColumns<MailRow> = {
  Date: (row) => new Date(row.ts * 1000),
  Subject: (row) => row.subject,
  State: (row) => row.state,
};

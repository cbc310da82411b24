import { listNodeCosts } from "~/compute/node-costs.server";
import type { Viewer } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight } from "~/platform/staff-rights";
import { askedPeriod, type Period } from "~/staff/inside/reports/period";
import { readVatReport } from "~/payments/read-vat-report.server";
import { readCohorts } from "~/staff/inside/reports/read-cohorts.server";
import {
  readCoinsReport,
  readCustomersReport,
  readGpuReport,
  readMoneyReport,
} from "~/staff/inside/reports/read-report.server";
import { readsReports } from "~/staff/inside/reports/report-readers.server";
import { ORDERS, REPORTS } from "./report-choices";

export interface AskedReport {
  args: RouteArgs;
  search: URLSearchParams;
  now: Date;
  viewer: Viewer;
}

/** Reads the report that the address asks for; the others are not read. */
export async function readReportsScreen(asked: AskedReport) {
  const { args, search, now, viewer } = asked;
  const period = askedPeriod(search, now);
  const [report, byMail] = await Promise.all([
    partOrNull(args, "report", readReport(asked, period)),
    readsReports({ userId: viewer.userId }),
  ]);
  return { name: nameIn(search), report, byMail, period };
}

async function readReport({ search, now, viewer }: AskedReport, period: Period) {
  const name = nameIn(search);
  switch (name) {
    case "money":
      return { name, ...(await readMoneyReport(period)) };
    case "customers": {
      const order = orderIn(search);
      return { name, order, ...(await readCustomersReport(period, { order })) };
    }
    case "gpus": {
      const [gpus, costs] = await Promise.all([readGpuReport(period), listNodeCosts()]);
      return { name, ...gpus, costs, mayWrite: hasRight(viewer, "money.act") };
    }
    case "coins":
      return { name, ...(await readCoinsReport(period)) };
    case "vat":
      return { name, ...(await readVatReport(period.days)) };
    case "sign-ups":
      return { name, cohorts: await readCohorts({ now }) };
  }
}

function nameIn(search: URLSearchParams) {
  return REPORTS.find(({ name }) => name === search.get("report"))?.name ?? "money";
}

export function orderIn(search: URLSearchParams) {
  return ORDERS.find(({ name }) => name === search.get("order"))?.name ?? "revenue";
}

import { MONEY_FIGURE_NAMES, MONEY_FIGURES } from "~/money/money-figures";
import { allRows } from "~/platform/all-rows";
import { type CsvColumns, csvTable } from "~/platform/http/csv-instead.server";
import { AFTER_MONTHS } from "~/staff/inside/reports/cohort-months";
import { askedPeriod } from "~/staff/inside/reports/period";
import { type Cohort, readCohorts } from "~/staff/inside/reports/read-cohorts.server";
import {
  type GpuPart,
  IN_FILES,
  type MoneyDollars,
  readCoinsReport,
  readCustomersReport,
  readGpuReport,
  readMoneyReport,
} from "~/staff/inside/reports/read-report.server";
import { listVatLines, readVatReport, type VatLineRow } from "~/payments/read-vat-report.server";
import { VAT_REASONS } from "~/payments/vat";
import { SPLIT_HEADS } from "./part-label";
import { type AskedReport, orderIn } from "./read-reports-screen.server";

/** The report of the address as a file; coins have two tables. */
export function reportsCsv({ search, now }: AskedReport) {
  const period = askedPeriod(search, now);
  const head = SPLIT_HEADS[period.split];
  const money = () =>
    csvTable(async () => (await readMoneyReport(period)).parts, {
      [head]: (row) => row.key,
      ...moneyColumns,
      ...(period.before && { "Revenue before": (row) => row.revenueBefore }),
    });
  const byReport = {
    money,
    customers: () =>
      csvTable(async () => (await readCustomersReport(period, { order: orderIn(search), limit: IN_FILES })).rows, {
        Customer: (row) => row.tenantName,
        ...moneyColumns,
        ...(period.monthsBefore && { "Revenue before": (row) => row.before }),
      }),
    gpus: () =>
      csvTable(async () => (await readGpuReport(period)).parts, {
        [head]: (row) => row.key,
        "In use, hours": (row) => hours(row.busy),
        "In service, hours": (row) => hours(row.inService),
        "All GPUs, hours": (row) => hours(row.all),
        Revenue: (row) => row.revenue,
        "At today's prices": (row) => Math.round(row.listCents) / 100,
        Cost: (row) => Math.round(row.costCents) / 100,
      } satisfies CsvColumns<GpuPart>),
    vat: () =>
      csvTable(async () => (await readVatReport(period.days)).rows, {
        Country: (row) => row.country,
        Treatment: (row) => VAT_REASONS[row.reason],
        "Rate, %": (row) => row.rateBp / 100,
        Documents: (row) => row.lines,
        "Net, $": (row) => row.net,
        "VAT, $": (row) => row.vat,
      }),
    "sign-ups": () =>
      csvTable(() => readCohorts({ now }), {
        "Signed up": (row) => row.month,
        "Sign-ups": (row) => row.signUps,
        ...Object.fromEntries(
          Array.from({ length: AFTER_MONTHS + 1 }, (_, after) => [
            `Charged within ${after}`,
            (row: Cohort) => row.charged[after] ?? null,
          ]),
        ),
      }),
  };
  const asked = search.get("report") ?? "money";
  return {
    report: Object.hasOwn(byReport, asked) ? byReport[asked as keyof typeof byReport] : money,
    "vat-lines": () =>
      csvTable(
        allRows<VatLineRow>((after) => listVatLines({ days: period.days, after, limit: PAGE })),
        {
          Time: (row) => row.at,
          Document: (row) => row.document,
          Customer: (row) => row.tenantName,
          Company: (row) => row.company,
          "Tax number": (row) => row.tax,
          Country: (row) => row.country,
          Treatment: (row) => VAT_REASONS[row.reason],
          "Rate, %": (row) => row.rateBp / 100,
          "Net, $": (row) => row.net,
          "VAT, $": (row) => row.vat,
        },
      ),
    models: () =>
      csvTable(async () => (await readCoinsReport(period, IN_FILES)).models, {
        Model: (row) => row.model,
        Coins: (row) => row.coins,
        Calls: (row) => row.calls,
        ...(period.before && { "Coins before": (row) => row.before }),
      }),
    workspaces: () =>
      csvTable(async () => (await readCoinsReport(period, IN_FILES)).workspaces, {
        Workspace: (row) => row.name,
        Tenant: (row) => row.tenantName,
        Coins: (row) => row.coins,
      }),
  };
}

const moneyColumns = Object.fromEntries(
  MONEY_FIGURE_NAMES.map((figure) => [MONEY_FIGURES[figure].label, (row: MoneyDollars) => row[figure]]),
);

const PAGE = 1000;

function hours(count: number): number {
  return Math.round(count * 100) / 100;
}

import { MONEY_FIGURES, type MoneyFigure } from "~/money/money-figures";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { monthText } from "~/platform/utc-text";
import { formatCount, formatDollars } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { Days } from "~/platform/day-range";
import type { Period } from "~/staff/inside/reports/period";
import type { CustomersReport } from "~/staff/inside/reports/read-report.server";
import { ORDERS, type OrderName } from "./report-choices";

type Row = CustomersReport["rows"][number];

interface CustomersReportProps {
  report: CustomersReport & { order: OrderName };
  period: Pick<Period, "months" | "monthsBefore" | "wholeMonths">;
  linkTo: (choices: Record<string, string>) => string;
}

const FIGURES: readonly MoneyFigure[] = ["charges", "refunds", "topUps", "returned", "credits"];

/** Customers by their money in whole months: the largest, or those whose revenue changed most. */
export function CustomersReportView({ report: { rows, of, order }, period, linkTo }: CustomersReportProps) {
  const { months, monthsBefore, wholeMonths } = period;
  return (
    <>
      <Lead figure={formatCount(of)}>
        {of === 1 ? "customer" : "customers"} {ORDER_WORDS[order]}, {monthsText(months)}
      </Lead>
      <Panel
        title={order === "change" ? "Largest changes" : "Largest customers"}
        lead={
          <>
            {wholeMonths ? null : "Customers are counted by whole months: "}
            {monthsText(months)}
            {monthsBefore ? `, compared with ${monthsText(monthsBefore)}` : null}
            {of > rows.length ? `. The first ${rows.length} are shown; the file has all.` : null}
          </>
        }
        padded={false}
        actions={<CsvLink of="customers" />}
      >
        <div className="border-b px-4 py-3 sm:px-5">
          <ChoiceLinks
            label="Order"
            choices={ORDERS.filter(({ name }) => monthsBefore || name !== "change").map(({ name, label }) => ({
              label,
              to: linkTo({ order: name }),
              current: name === order,
            }))}
          />
        </div>
        <Table
          caption="Customers"
          rows={rows}
          rowKey={({ tenantName }) => tenantName}
          empty="No customer was charged or added funds in these months."
          columns={[
            {
              head: "Customer",
              cell: ({ tenantName }) => <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink>,
            },
            { head: "Revenue", cell: ({ revenue }) => formatDollars(revenue), numeric: true },
            ...(monthsBefore
              ? [
                  { head: "Before", cell: ({ before }: Row) => formatDollars(before ?? 0), numeric: true },
                  {
                    head: "Change",
                    cell: ({ revenue, before }: Row) => formatChange(revenue, before ?? 0),
                    numeric: true,
                  },
                ]
              : []),
            ...FIGURES.map((figure) => ({
              head: MONEY_FIGURES[figure].label,
              cell: (row: Row) => formatDollars(row[figure]),
              numeric: true,
            })),
          ]}
        />
      </Panel>
    </>
  );
}

const ORDER_WORDS: Record<OrderName, string> = {
  revenue: "with revenue",
  change: "whose revenue changed",
  topUps: "who paid in by card",
  refunds: "to whom something was given back",
  credits: "with credits",
};

/** `October 2026`, or `September 2026 to November 2026` */
export function monthsText({ start, end }: Days): string {
  return start === end ? monthText(start) : `${monthText(start)} to ${monthText(end)}`;
}

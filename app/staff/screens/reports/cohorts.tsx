import { CsvLink } from "~/platform/ui/csv-link";
import { monthText } from "~/platform/utc-text";
import { formatCount, formatPercent } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { AFTER_MONTHS } from "~/staff/inside/reports/cohort-months";
import type { Cohort } from "~/staff/inside/reports/read-cohorts.server";

/** The share of each month's sign-ups that was charged within a number of months. */
export function CohortsView({ cohorts }: { cohorts: Cohort[] }) {
  return (
    <Panel
      title="From sign-up to first charge"
      lead="The share of each month’s sign-ups that had been charged by the end of that month, one month later, and so on. Counted each night."
      padded={false}
      actions={<CsvLink of="sign-ups" />}
    >
      <Table
        caption="From sign-up to first charge"
        rows={cohorts}
        rowKey={({ month }) => month}
        empty="No sign-ups have been counted yet. They are counted each night."
        columns={[
          { head: "Signed up", cell: ({ month }) => monthText(month) },
          { head: "Sign-ups", cell: ({ signUps }) => formatCount(signUps), numeric: true },
          ...Array.from({ length: AFTER_MONTHS + 1 }, (_, after) => ({
            head: after === 0 ? "Same month" : `+${after} ${after === 1 ? "month" : "months"}`,
            cell: ({ charged, signUps }: Cohort) => {
              const within = charged[after] ?? null;
              return within === null ? "–" : formatPercent(within, signUps);
            },
            numeric: true,
          })),
        ]}
      />
    </Panel>
  );
}

import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { MoneyScreen } from "./read-money-screen.server";

/** Metered minutes that the provider refused or may have: staff compare them with the meter there. */
export function FailedUsage({ rows, mayCheck }: { rows: MoneyScreen["usage"]["rows"]; mayCheck: boolean }) {
  return (
    <Table
      caption="Minutes to settle by hand"
      rows={rows}
      rowKey={(row) => row.reportId}
      empty=""
      columns={[
        {
          head: "Tenant",
          cell: (row) => <TextLink to={`/users/stats/${row.tenantName}`}>{row.tenantName}</TextLink>,
        },
        { head: "Minutes", cell: (row) => row.minutes, numeric: true },
        { head: "Used", cell: (row) => <Time epochSeconds={row.usedTs} /> },
        {
          head: "Report",
          cell: (row) => row.reportId,
          className: "font-mono text-xs break-all max-md:col-span-full",
        },
        { head: "Error", cell: (row) => row.error, className: "break-words max-md:col-span-full" },
        {
          head: "Settle",
          cell: (row) =>
            mayCheck ? (
              <PostForm intent="settle-usage">
                <input type="hidden" name="report_id" value={row.reportId} />
                <SubmitButton
                  intent="settle-usage"
                  look="secondary"
                  size="small"
                  aria-label={`Settled: report ${row.reportId}`}
                >
                  Settled
                </SubmitButton>
              </PostForm>
            ) : (
              "By an admin"
            ),
        },
      ]}
    />
  );
}

import type { TimeFinding } from "~/compute/inside/engines/read-place-times.server";
import { csvTable } from "~/platform/http/csv-instead.server";

/** The places whose charged time and accounting differ, as a file. */
export function timesCsv(findings: readonly TimeFinding[]) {
  return {
    times: () =>
      csvTable(async () => findings, {
        Place: ({ name }) => name,
        Tenant: ({ tenantName }) => tenantName,
        Task: ({ taskName }) => taskName,
        Difference: ({ verdict }) => verdict,
        "Charged, s": ({ charged }) => charged,
        "Run, s": ({ elapsed }) => elapsed ?? "",
        "Refunded, $": ({ refundedDollars }) => refundedDollars,
      }),
  };
}

import { readSources } from "~/usage/inside/intake/read-sources.server";
import { csvTable } from "~/platform/http/csv-instead.server";

const moment = (ts: number | null) => (ts === null ? null : new Date(ts * 1000));

/** The sources and their rejected events, as files. */
export function ingestionCsv({ now }: { now: Date }) {
  return {
    sources: () =>
      csvTable(() => readSources({ now }), {
        Source: (row) => row.name,
        Made: (row) => moment(row.createdTs),
        By: (row) => row.createdBy,
        Revoked: (row) => moment(row.revokedTs),
        "Last event": (row) => moment(row.lastEventTs),
        "Last request": (row) => moment(row.lastRequestTs),
        "Events a second": (row) => row.perSecond.toFixed(2),
        "Lag, ms": (row) => (row.meanLagMs === null ? null : Math.round(row.meanLagMs)),
        "Requests today": (row) => row.requests,
        "Accepted today": (row) => row.accepted,
        "Duplicates today": (row) => row.duplicates,
        "Rejected today": (row) => row.rejected,
      }),
    rejections: () =>
      csvTable(
        async () =>
          (await readSources({ now })).flatMap(({ name, reasons }) => reasons.map((reason) => ({ name, ...reason }))),
        {
          Source: (row) => row.name,
          Reason: (row) => row.reason,
          Events: (row) => row.events,
          Last: (row) => moment(row.lastTs),
        },
      ),
  };
}

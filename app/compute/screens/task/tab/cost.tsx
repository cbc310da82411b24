import { formatCents, formatDollars, formatUptime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { CostSoFar, Uptime } from "~/payments/views/charge";
import { NotYet } from "../not-yet";
import type { TabProps } from "./props";

const HOURS_A_DAY = 24;
const HOUR_S = 3600;

/** Present rate and past cost of the task, in total and by the hour. */
export default function Cost({ job, loaded: { cost } }: TabProps) {
  return (
    <>
      <StatRow leads>
        <Stat label={job.ts_finished === 0 ? "Charged so far" : "Charged"} value={<CostSoFar job={job} />} />
        <Stat label="Uptime" value={<Uptime job={job} />} />
        <Stat label="Price per hour" value={formatCents(job.pph)} />
        <Stat label="Price per 24 hours" value={formatCents(job.pph * HOURS_A_DAY)} />
      </StatRow>
      {!cost || cost.length === 0 ? (
        <NotYet job={job} title="Cost by hour" ended="Nothing was charged.">
          {job.status === "running"
            ? "The first charge is posted within a minute."
            : "Nothing is charged before it runs."}
        </NotYet>
      ) : (
        <Panel
          title="Cost by hour"
          lead={
            <>
              Posted once a minute; these are the last seven days. The{" "}
              <TextLink to={`/billing/statements/${monthOf(cost)}/lines/${job.resv_guid}`}>
                line of the statement
              </TextLink>{" "}
              shows how the sum was calculated.
            </>
          }
          padded={false}
        >
          <Table
            caption="Cost by hour"
            compact
            rows={cost}
            rowKey={({ ts }) => ts}
            empty={null}
            columns={[
              { head: "Hour", cell: ({ ts }) => <Time epochSeconds={ts} />, className: "whitespace-nowrap" },
              { head: "Charged", cell: ({ seconds }) => formatUptime(seconds), numeric: true },
              { head: "Cost", cell: ({ dollars }) => formatDollars(dollars), numeric: true },
              {
                head: <span className="sr-only">Share of the hour</span>,
                cell: ({ seconds }) => <Bar share={seconds / HOUR_S} />,
                className: "w-1/3",
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

/** The month, as YYYY-MM, of the last hour that was charged. */
function monthOf(hours: { ts: number }[]): string {
  return new Date(Math.max(...hours.map(({ ts }) => ts)) * 1000).toISOString().slice(0, 7);
}

function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full">
      <rect width="100" height="8" rx="1" className="fill-sunken" />
      <rect width={Math.min(100, Math.max(1, share * 100))} height="8" rx="1" className="fill-accent" />
    </svg>
  );
}

import "~/ui/kit";
import { Facts } from "~/ui/facts";
import { formatCents, formatDollars, formatSpan } from "~/ui/format";
import { Panel } from "~/ui/panel";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { CostSoFar, Uptime } from "../../charge";
import { NotYet } from "../not-yet";
import type { TabProps } from "./props";

const HOURS_A_DAY = 24;

/** What the task costs and cost, in all and hour by hour. */
export default function Cost({ job, loaded: { cost } }: TabProps) {
  const most = Math.max(...(cost ?? []).map(({ dollars }) => dollars), 0);
  return (
    <>
      <Panel title="Cost so far">
        <Facts
          facts={[
            { label: "Charged so far", value: <CostSoFar job={job} /> },
            { label: "Uptime", value: <Uptime job={job} /> },
            { label: "Price per hour", value: formatCents(job.pph) },
            { label: "Price per 24 hours", value: formatCents(job.pph * HOURS_A_DAY) },
          ]}
        />
      </Panel>
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
              Posted once a minute. Here are the last seven days;{" "}
              <TextLink to="/billing/statements">statements</TextLink> have all of it.
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
              { head: "Charged", cell: ({ seconds }) => formatSpan(seconds), className: "whitespace-nowrap" },
              { head: "Cost", cell: ({ dollars }) => formatDollars(dollars), numeric: true },
              {
                head: <span className="sr-only">Share of the dearest hour</span>,
                cell: ({ dollars }) => <Bar share={most === 0 ? 0 : dollars / most} />,
                className: "w-1/3",
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full">
      <rect width={Math.max(1, share * 100)} height="8" rx="1" className="fill-accent" />
    </svg>
  );
}

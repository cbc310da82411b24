import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readStatus, STATUS_DAYS } from "~/fleet/inside/status/read-status.server";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Time } from "~/platform/ui/time";
import { presentTime } from "~/platform/time.server";
import { OutageList } from "./outage-list";
import { Legend, PartRow } from "./part-row";
import { Verdict } from "./verdict";

export const meta: MetaFunction = () =>
  pageMeta("Status · Millrace", "What is up at Millrace now, and how the last 90 days went.");

export async function loader() {
  const now = presentTime();
  return { ...(await readStatus({ now })), shownDays: STATUS_DAYS, atMs: now.getTime() };
}

export default function Status() {
  const { parts, outages, shownDays, atMs } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Status"
      lead={
        <>
          Measured every minute by Millrace itself. Read at <Time epochSeconds={atMs / 1000} zoned />.
        </>
      }
    >
      <Refresh everySeconds={60} />
      <Verdict parts={parts} />
      <Panel
        title={`${shownDays} days`}
        lead="Each bar is a day (UTC), in the colour of its worst minute."
        padded={false}
        actions={<Legend />}
      >
        {parts.length === 0 ? (
          <p className="px-5 py-8 text-center text-sm text-muted">Nothing has been measured yet.</p>
        ) : (
          <ul className="divide-y">
            {parts.map((part) => (
              <PartRow key={part.name} part={part} shownDays={shownDays} today={atMs} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Incidents" lead="What was degraded or down in the last 90 days, newest first." padded={false}>
        <OutageList outages={outages} />
      </Panel>
    </Page>
  );
}

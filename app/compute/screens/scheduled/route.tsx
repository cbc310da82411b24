import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { QueuePart } from "~/compute/inside/capacity/read-queues.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { type AskedQueue, pagesOf, queueAddress } from "./asked-queue";
import { QueueTable } from "~/compute/views/queue-table";
import { presentTime } from "~/platform/time.server";
import { readScheduledScreen } from "./read-scheduled-screen.server";
import { scheduledCsv } from "./scheduled-csv.server";
import { useQueues } from "./use-queues";

export const meta: MetaFunction = () => [{ title: "Scheduled · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, scheduledCsv(asked));
  return await readScheduledScreen(asked);
}

export default function Scheduled() {
  const loaded = useLoaderData<typeof loader>();
  const { asked } = loaded;
  const { clusters, ageSeconds } = useQueues(loaded);
  return (
    <Page
      title="Scheduled"
      lead="Accepted tasks that wait for their GPUs."
      actions={
        <>
          <Stale ageSeconds={ageSeconds} />
          {asked.only ? <ButtonLink to="/dashboard/scheduled">All queues</ButtonLink> : null}
          <CsvLink of="scheduled tasks" />
        </>
      }
    >
      <Refresh everySeconds={30} />
      {clusters.map(({ name, parts }) =>
        parts.length > 0 ? (
          parts.map((part) => <Queue key={part.gpuType} part={part} asked={asked} />)
        ) : (
          <Panel
            key={name}
            title={asked.only ? titleOf(asked.only) : name}
            padded={false}
            actions={<Waiting all={0} />}
          >
            <QueueTable of={name} queue={[]} />
          </Panel>
        ),
      )}
    </Page>
  );
}

/** Places count within a cluster and GPU type (S10). */
function Queue({ part, asked }: { part: QueuePart; asked: AskedQueue }) {
  const { all, rows } = part;
  const title = titleOf(part);
  const { page, pages } = pagesOf(part, asked);
  return (
    <Panel title={title} padded={false} actions={<Waiting all={all} />}>
      <QueueTable of={title} queue={rows} />
      {asked.only && pages > 1 ? <Pager page={page} pages={pages} of={title} /> : null}
      {asked.only || all === rows.length ? null : (
        <p className="border-t px-4 py-3 text-sm text-muted tabular-nums sm:px-5">
          And {(all - rows.length).toLocaleString("en-US")} more:{" "}
          <TextLink to={queueAddress(part)}>the whole queue</TextLink>
        </p>
      )}
    </Panel>
  );
}

function titleOf({ cluster, gpuType }: { cluster: string; gpuType: string }): string {
  return `${cluster} · ${gpuType}`;
}

function Waiting({ all }: { all: number }) {
  return <span className="text-sm text-muted tabular-nums">{all.toLocaleString("en-US")} waiting</span>;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { QueuePart } from "~/compute/inside/capacity/read-queues.server";
import { hasRight } from "~/platform/staff-rights";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { Acts } from "./acts";
import { type AskedQueue, pagesOf, queueAddress } from "./asked-queue";
import { readScheduledScreen, type ScheduledScreen } from "./read-scheduled-screen.server";
import { scheduledAction } from "./scheduled-action.server";
import { scheduledCsv } from "./scheduled-csv.server";
import { usePassedSeconds } from "./use-passed-seconds";
import { useQueues } from "./use-queues";
import { WaitingTable } from "./waiting-table";

export const meta: MetaFunction = () => [{ title: "Scheduled · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "scheduled");
  const now = presentTime();
  await csvInstead(args, scheduledCsv({ search: new URL(args.request.url).searchParams, now }));
  const seesMoney = hasRight(viewer, "money.see");
  return { ...(await readScheduledScreen({ args, seesMoney, now })), mayAct: hasRight(viewer, "tasks.act") };
}

export async function action(args: ActionFunctionArgs) {
  return await scheduledAction(args, await requireStaff(args, "scheduled"));
}

export default function Scheduled() {
  const loaded = useLoaderData<typeof loader>();
  const { asked, acting, mayAct } = loaded;
  const { clusters, ageSeconds } = useQueues(loaded);
  const nowTs = Math.floor(loaded.atMs / 1000) + usePassedSeconds(loaded.atMs);
  // Events carry the queues; reasons, estimates and holds are read again after them.
  useRecount(["scheduled"]);
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const shown = clusters.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows.map(({ resv_guid }) => resv_guid)));
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
      {mayAct && acting ? null : <Refresh everySeconds={30} />}
      {acting && shown.includes(acting) ? null : <Refused answer={answer} />}
      {clusters.map(({ name, parts }) =>
        (parts.length > 0 ? parts : [emptyPart(name, asked)]).map((part) => (
          <Queue key={`${name}:${part.gpuType}`} part={part} loaded={loaded} nowTs={nowTs} answer={answer} />
        )),
      )}
    </Page>
  );
}

interface QueueProps {
  part: QueuePart;
  loaded: ScheduledScreen & { mayAct: boolean };
  nowTs: number;
  answer: ReturnType<typeof refusalIn>;
}

/** Places count within a cluster and GPU type (S10). */
function Queue({ part, loaded, nowTs, answer }: QueueProps) {
  const { asked, why, acting, mayAct } = loaded;
  const { all, rows } = part;
  const title = titleOf(part);
  const { page, pages } = pagesOf(part, asked);
  const { pathname, search } = useLocation();
  return (
    <Panel title={title} padded={false} actions={<Waiting all={all} />}>
      <WaitingTable
        of={title}
        part={part}
        why={why}
        nowTs={nowTs}
        toAct={mayAct ? (resvGuid) => pathname + withTask(search, resvGuid) : null}
        acts={(row) =>
          mayAct && row.resv_guid === acting ? (
            <Acts row={row} answer={answer} toClose={pathname + withTask(search, null)} />
          ) : null
        }
      />
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

/** A cluster without waiting tasks is shown too. */
function emptyPart(cluster: string, { only }: AskedQueue): QueuePart {
  return { cluster, gpuType: only?.gpuType ?? "", all: 0, rows: [] };
}

function titleOf({ cluster, gpuType }: { cluster: string; gpuType: string }): string {
  return gpuType === "" ? cluster : `${cluster} · ${gpuType}`;
}

/** The query with another task's actions open, or none. */
function withTask(search: string, resvGuid: string | null): string {
  const asked = new URLSearchParams(search);
  asked.delete("task");
  if (resvGuid) asked.set("task", resvGuid);
  return asked.size > 0 ? `?${asked.toString()}` : "";
}

function Waiting({ all }: { all: number }) {
  return <span className="text-sm text-muted tabular-nums">{all.toLocaleString("en-US")} waiting</span>;
}

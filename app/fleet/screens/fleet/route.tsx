import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { presentTime } from "~/platform/time.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { fleetCsv } from "./fleet-csv.server";
import { HeatForm } from "./heat-form";
import { FIGURES, valueText } from "./heat";
import { HeatMap } from "./heat-map";
import { readFleetScreen } from "./read-fleet-screen.server";

export const meta: MetaFunction = () => [{ title: "GPUs · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "fleet");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, { gpus: () => fleetCsv(asked) });
  return await readFleetScreen(asked);
}

type Loaded = Awaited<ReturnType<typeof readFleetScreen>>;

export default function FleetOfGpus() {
  const loaded = useLoaderData<typeof loader>();
  const { filter, worst, page, pages, nodes, any, atTs } = loaded;
  const { head, label } = FIGURES[filter.figure];
  return (
    <Page title="GPUs" lead={leadOf(loaded)} actions={<ButtonLink to="/dashboard/nodes">Nodes</ButtonLink>}>
      <HeatForm filter={filter} choices={loaded.choices} />
      {nodes === 0 ? (
        <Empty title={any ? "No node matches." : "No nodes yet."} />
      ) : (
        <Panel
          title="Map"
          lead={
            <>
              {label} of each GPU, newest minute before <Time epochSeconds={atTs} />.
            </>
          }
          actions={<CsvLink of="the GPUs" />}
        >
          <HeatMap groups={loaded.groups} figure={filter.figure} />
          {pages > 1 ? <Pager page={page} pages={pages} of="the map" /> : null}
        </Panel>
      )}
      {nodes === 0 ? null : (
        <Panel title="Worst ten" lead={`By ${label.toLowerCase()}, highest first.`} padded={false}>
          <Table
            caption="Worst ten GPUs"
            compact
            rows={worst}
            rowKey={({ node_name, gpu }) => `${node_name} ${gpu}`}
            empty={filter.figure === "errors" ? "No errors in the last 24 hours." : "Every known value is 0."}
            columns={[
              {
                head: "GPU",
                cell: ({ node_name, gpu }) => (
                  <TextLink to={`/dashboard/nodes/${node_name}#history`}>{`${node_name}, GPU ${gpu}`}</TextLink>
                ),
                className: "break-words",
              },
              {
                head: "Where",
                cell: ({ cluster_name, gpu_type, rack }) =>
                  [cluster_name, gpu_type, ...(rack === "" ? [] : [`rack ${rack}`])].join(" · "),
              },
              {
                head,
                cell: ({ value, heat }) =>
                  valueText(value, filter.figure) + (filter.figure === "throttling" && heat === "5" ? " by heat" : ""),
                numeric: true,
                className: "whitespace-nowrap",
              },
            ]}
          />
        </Panel>
      )}
    </Page>
  );
}

function leadOf({ filter: { figure }, gpus, known, mean, total, worst, slowed }: Loaded): string {
  if (gpus === 0) return "Load, temperature, power and faults of every GPU.";
  const silent = gpus - known;
  const [top] = worst;
  const begin =
    figure === "errors"
      ? `${Math.round(total)} errors on ${gpus} GPUs in the last 24 hours`
      : mean === null
        ? `No GPU of ${gpus} reports it`
        : `${FIGURES[figure].label} is ${valueText(mean, figure)} on average over ${known} ${known === 1 ? "GPU" : "GPUs"}`;
  const most = top ? `, most on ${top.node_name} GPU ${top.gpu}: ${valueText(top.value, figure)}` : "";
  const rest = silent > 0 && mean !== null ? ` ${silent} ${silent === 1 ? "GPU does" : "GPUs do"} not report.` : "";
  return `${slowed ?? `${begin}${most}.`}${rest}`;
}

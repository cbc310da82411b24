import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { counted } from "~/platform/counted";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { hasRight } from "~/platform/staff-rights";
import { presentTime } from "~/platform/time.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Refresh } from "~/platform/ui/refresh";
import { useRecount } from "~/staff/views/use-recount";
import { Agenda } from "./agenda";
import { maintenanceCsv } from "./maintenance-csv.server";
import { readMaintenance } from "./read-maintenance.server";
import { EndedTable, RollingTable } from "./rolling-table";
import { StripPanel } from "./strip-panel";

export const meta: MetaFunction = () => [{ title: "Maintenance · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "maintenance");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, { maintenance: () => maintenanceCsv(asked) });
  return { ...(await readMaintenance(asked)), mayPlan: hasRight(viewer, "fleet.act") };
}

/** Planned work on the fleet: rolling drains, and what happens on each day. */
export default function Maintenance() {
  const loaded = useLoaderData<typeof loader>();
  useRecount(["node", "tenants"]);
  const { rolling, found, out, mayPlan } = loaded;
  return (
    <Page
      title="Maintenance"
      lead={
        found === 0
          ? "Planned work on nodes."
          : `${counted(found, "plan")}; ${counted(out, "node")} ${out === 1 ? "is" : "are"} draining or out now.`
      }
      actions={
        <>
          {found === 0 ? null : <CsvLink of="nodes with planned work" />}
          {mayPlan ? (
            <ButtonLink look="primary" to="/dashboard/maintenance/new">
              Drain several nodes
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Refresh everySeconds={60} />
      {found === 0 ? (
        <Empty title="No work is planned.">
          {mayPlan
            ? "Drain a rack, two nodes at a time, with ‘Drain several nodes’. Work on one node is planned on its own page."
            : "Operators plan it on the page of a node, or here for several nodes."}
        </Empty>
      ) : null}
      {rolling.length > 0 ? <RollingTable rolling={rolling} /> : null}
      {found > 0 ? <Agenda loaded={loaded} /> : null}
      {found > 0 ? <StripPanel strip={loaded.strip} /> : null}
      {loaded.ended.rows.length > 0 || loaded.ended.page > 1 ? <EndedTable ended={loaded.ended} /> : null}
    </Page>
  );
}

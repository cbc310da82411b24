import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type FreeRow, readFree } from "~/compute/read-free.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { useCapacity } from "~/platform/live/use-capacity";
import { CapacityTable } from "~/compute/screens/capacity-table";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatTime } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import type { Column } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { GPUS_COUNTED } from "~/compute/gpus-counted";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { freeCsv } from "./free-csv.server";

export const meta: MetaFunction = () => [{ title: "Free capacity · Dashboard · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "free-capacity");
  const now = presentTime();
  await csvInstead(args, freeCsv({ now }));
  return { free: await readFree({ now, staff: true }), atMs: now.getTime() };
}

export default function FreeForStaff() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs, "/operator");
  // The event carries the public figures; the two for staff are read again after it.
  useRecount(["capacity"]);
  return (
    <Page title="Free capacity" lead="What could start now. Only staff see held GPUs and GPUs that are out of service.">
      <Refresh everySeconds={15} />
      <Panel
        title="Now"
        padded={false}
        actions={
          <>
            <span className="text-sm text-muted">
              Updated <Time epochSeconds={loaded.atMs / 1000} format={formatTime} /> <Stale ageSeconds={ageSeconds} />
            </span>
            <CsvLink of="free capacity" />
          </>
        }
      >
        <CapacityTable free={withStaffFigures(free, loaded.free)} more={STAFF_COLUMNS} />
        <p className="border-t px-4 py-3 text-sm text-pretty text-muted sm:px-5">{GPUS_COUNTED}</p>
      </Panel>
    </Page>
  );
}

const STAFF_COLUMNS: Column<FreeRow>[] = [
  { head: "Held", cell: (row) => row.gpus_held ?? "–", numeric: true },
  { head: "Out of service", cell: (row) => row.gpus_out_of_service ?? "–", numeric: true },
];

function withStaffFigures(shown: FreeRow[], loaded: FreeRow[]): FreeRow[] {
  return shown.map((row) => {
    const known = loaded.find((one) => one.cluster_name === row.cluster_name && one.gpu_type === row.gpu_type);
    return { ...known, ...row };
  });
}

import { readEndedRolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { readPlannedWork } from "~/fleet/read-planned-work.server";
import { pageNumber } from "~/platform/http/page-number";
import { stripOf } from "./strip";

const ENTRIES_A_PAGE = 50;

/** Reads the calendar of planned work: rolling drains, one page of entries by date, and four weeks by cluster and rack. */
export async function readMaintenance({ search, now }: { search: URLSearchParams; now: Date }) {
  const endedPage = pageNumber(search, "ended");
  const [{ plans, ...work }, ended] = await Promise.all([
    readPlannedWork({ page: pageNumber(search, "page"), size: ENTRIES_A_PAGE, now }),
    readEndedRolling({ page: endedPage }),
  ]);
  return {
    ...work,
    ended: { ...ended, page: endedPage },
    out: plans.filter(({ open, empty_by_ts }) => open || empty_by_ts !== null).length,
    strip: stripOf(plans, now),
    nowTs: Math.floor(now.getTime() / 1000),
  };
}

export type MaintenanceScreen = Awaited<ReturnType<typeof readMaintenance>>;

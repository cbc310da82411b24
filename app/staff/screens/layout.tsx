import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { readStats } from "~/money/read-stats.server";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { hasRight } from "~/platform/staff-rights";
import { DashboardBar } from "./frame/dashboard-bar";
import { StaffHeader } from "./frame/header";
import { ScreenLinks } from "./frame/navigation";
import { navigationOf } from "./frame/navigation-of.server";

/** The layout of the staff's screens. Each screen guards itself too: loaders run side by side. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "dashboard");
  const now = presentTime();
  const stats = hasRight(viewer, "money.see") ? await readStats({ now }) : null;
  return { navigation: navigationOf(viewer), stats, atMs: now.getTime() };
}

/** Titles begin at most 120 px from the top of a wide window: few rows above them, and narrow ones. */
export default function OperatorLayout() {
  const { navigation, stats, atMs } = useLoaderData<typeof loader>();
  return (
    <>
      <StaffHeader groups={navigation} />
      <div className="staff-row">
        <ScreenLinks groups={navigation} />
        {stats ? <DashboardBar loaded={{ stats, atMs }} /> : null}
      </div>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-4 pb-8 outline-none sm:px-6 lg:pt-2">
        <Outlet />
      </main>
    </>
  );
}

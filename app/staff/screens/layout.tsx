import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { readStats } from "~/money/read-stats.server";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { DashboardBar } from "./frame/dashboard-bar";
import { StaffHeader } from "./frame/header";
import { ScreenLinks } from "./frame/navigation";
import { navigationOf } from "./frame/navigation-of.server";

/** The layout of the staff's screens. Each screen guards itself too: loaders run side by side. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  const now = presentTime();
  return { navigation: navigationOf(role), stats: await readStats({ now }), atMs: now.getTime() };
}

/** Titles begin at most 120 px from the top of a wide window: few rows above them, and narrow ones. */
export default function OperatorLayout() {
  const { navigation, ...stats } = useLoaderData<typeof loader>();
  return (
    <>
      <StaffHeader groups={navigation} />
      <div className="staff-row">
        <ScreenLinks groups={navigation} />
        <DashboardBar loaded={stats} />
      </div>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-4 pb-8 outline-none sm:px-6 lg:pt-2">
        <Outlet />
      </main>
    </>
  );
}

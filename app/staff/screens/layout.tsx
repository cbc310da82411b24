import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { readStats } from "~/money/read-stats.server";
import { requireStaff } from "~/platform/http/access.server";
import { Content } from "~/platform/ui/content";
import { DashboardNavigation } from "~/platform/ui/dashboard-navigation";
import { presentTime } from "~/platform/time.server";
import { DashboardBar } from "./dashboard-bar";
import { navigationOf } from "./dashboard-screens.server";
import { StaffKeys } from "./search/staff-keys";

/** The layout of the staff's screens. Each screen guards itself too: loaders run side by side. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  const now = presentTime();
  return { navigation: navigationOf(role), stats: await readStats({ now }), atMs: now.getTime() };
}

export default function OperatorLayout() {
  const { navigation, ...stats } = useLoaderData<typeof loader>();
  return (
    <Content>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <DashboardBar loaded={stats} />
          <StaffKeys groups={navigation} />
        </div>
        <DashboardNavigation groups={navigation} />
        <Outlet />
      </div>
    </Content>
  );
}

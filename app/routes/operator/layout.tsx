import { Outlet } from "@remix-run/react";
import { Content } from "~/ui/content";
import { DashboardNavigation } from "~/ui/dashboard-navigation";

/** The layout of the staff's screens. Each screen guards itself: loaders run side by side. */
export default function OperatorLayout() {
  return (
    <Content>
      <div className="flex flex-col gap-6">
        <DashboardNavigation />
        <Outlet />
      </div>
    </Content>
  );
}

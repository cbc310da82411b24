import { useLocation } from "@remix-run/react";
import { DASHBOARD } from "./navigation";
import { Tabs } from "./tabs";

/** The operators' screens as a row of links under the header. */
export function DashboardNavigation() {
  const { pathname } = useLocation();
  return (
    <Tabs
      label="Dashboard"
      tabs={DASHBOARD.map((item) => ({ label: item.label, to: item.to, current: pathname === item.to }))}
    />
  );
}

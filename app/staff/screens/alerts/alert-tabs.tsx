import { Tabs } from "~/platform/ui/tabs";

const TABS = [
  { label: "Open", to: "/dashboard/alerts" },
  { label: "History", to: "/dashboard/alerts?show=history" },
  { label: "Rules", to: "/dashboard/alerts/rules" },
  { label: "Channels", to: "/dashboard/alerts/channels" },
] as const;

/** The screens of alerts. */
export function AlertTabs({ current }: { current: (typeof TABS)[number]["label"] }) {
  return <Tabs label="Alerts" tabs={TABS.map((tab) => ({ ...tab, current: tab.label === current }))} />;
}

import { Outlet, useLocation } from "@remix-run/react";
import { Content } from "~/platform/ui/content";
import { SettingsList } from "~/platform/ui/settings-list";
import { settingsScreenOf } from "~/platform/ui/settings-screens";

/** The layout of a customer's own screens. Each screen guards itself: loaders run side by side. */
export default function CustomerLayout() {
  const settings = settingsScreenOf(useLocation().pathname);
  if (!settings)
    return (
      <Content>
        <Outlet />
      </Content>
    );
  return (
    <Content>
      <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
        <SettingsList current={settings} />
        <Outlet />
      </div>
    </Content>
  );
}

import { Outlet } from "@remix-run/react";
import { Content } from "~/ui/content";

/** The layout of a customer's own screens. Each screen guards itself: loaders run side by side. */
export default function CustomerLayout() {
  return (
    <Content>
      <Outlet />
    </Content>
  );
}

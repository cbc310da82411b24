import { Outlet } from "@remix-run/react";
import { Content } from "~/platform/ui/content";

/** The layout of the screens that everyone may see. */
export default function PublicLayout() {
  return (
    <Content>
      <Outlet />
    </Content>
  );
}

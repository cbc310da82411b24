import { useOutletContext } from "@remix-run/react";
import type { HeaderParts } from "~/platform/ui/header";
import { Icon } from "~/platform/ui/icon";
import { NavLink } from "~/platform/ui/link";
import type { NavItem } from "~/platform/ui/navigation";
import { useRootData } from "~/platform/ui/use-root-data";
import { StaffKeys } from "../search/staff-keys";
import { GroupLinks, type NavGroup } from "./navigation";

/** The header of the staff's screens. Where it stands, the style sheet takes the common header away. */
export function StaffHeader({ groups }: { groups: NavGroup[] }) {
  const { Logo, Menu, UserMenu } = useOutletContext<HeaderParts>();
  const root = useRootData();
  const { bar = [], more = [], user = [] } = root?.menus ?? {};
  const ofCustomer = [...bar.filter(({ to }) => to !== "/dashboard"), ...more];
  return (
    <header className="staff-header sticky top-0 z-20 border-b bg-surface">
      <div className="page-row h-12 gap-3">
        <div className="lg:hidden">
          <Menu
            buttonLabel="Menu"
            buttonClass="menu-square"
            panelClass="left-0 max-h-[80dvh] w-64 overflow-y-auto"
            button={<Icon name="menu" className="size-5" />}
          >
            <Items label="Dashboard" items={[{ label: "Overview", to: "/dashboard" }]} />
            {groups.map(({ label, screens }) => (
              <Items key={label} label={label} items={screens} />
            ))}
            <Items label="Customer view" items={ofCustomer} />
          </Menu>
        </div>
        <Logo />
        <GroupLinks groups={groups} />
        <div className="ml-auto flex min-w-0 grow items-center justify-end gap-2">
          <StaffKeys groups={groups} />
          <div className="flex-none max-lg:hidden">
            <Menu
              button={
                <>
                  Customer view
                  <span aria-hidden="true" className="text-xs">
                    ▾
                  </span>
                </>
              }
              buttonClass="header-link flex items-center gap-1.5"
              panelClass="right-0 w-52"
            >
              <Items label="Customer view" items={ofCustomer} />
            </Menu>
          </div>
          {root?.viewer ? <UserMenu viewer={root.viewer} items={user} /> : null}
        </div>
      </div>
    </header>
  );
}

/** A part of a menu, with its name above it. */
function Items({ label, items }: { label: string; items: NavItem[] }) {
  return (
    <nav aria-label={label} className="not-last:mb-1.5 not-last:border-b not-last:pb-1.5">
      <p className="px-3 pt-1 text-xs text-muted lg:hidden">{label}</p>
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} end className="menu-link">
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}

import { useLocation } from "@remix-run/react";
import { begunAt, onTo } from "~/platform/own-path";
import { ButtonLink } from "./button-link";
import { NavLink } from "./link";
import { HeaderMoney } from "./header-money";
import { LoginMenu } from "./login-menu";
import { Logo } from "./logo";
import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import type { NavItem } from "./navigation";
import { UserMenu } from "./user-menu";
import { useRootData } from "./use-root-data";
import { Icon } from "./icon";

/** Screens that refresh themselves without JavaScript must not contain a form; their login is a link (2.1). */
const REFRESHING = ["/free", "/resource"];

/**
 * Parts for the header of the staff's screens, handed down as the context of the outlet. If their layout imported them,
 * they would be a file of their own, and every page of a customer would load 600 bytes more.
 */
export const HEADER_PARTS = { Logo, Menu, UserMenu };
export type HeaderParts = typeof HEADER_PARTS;

export function Header() {
  const root = useRootData();
  const viewer = root?.viewer;
  const { bar = [], more = [], user = [] } = root?.menus ?? {};
  const { pathname } = useLocation();
  return (
    <header className="sticky top-0 z-20 border-b bg-surface">
      <div className="page-row h-14 gap-3">
        <Hamburger items={[...bar, ...more]} always={more.length > 0} />
        <Logo />
        <nav aria-label="Main" className="ml-3 hidden gap-0.5 lg:flex">
          {bar.map((item) => (
            <HeaderLink key={item.to} item={item} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {/* If nothing is known, such as after a refused form, the viewer may well be logged in. */}
          {viewer !== null || pathname === "/register" ? null : <RegisterLink />}
          {viewer ? (
            <>
              <HeaderMoney />
              <UserMenu viewer={viewer} items={user} />
            </>
          ) : viewer === undefined || pathname === "/login" ? null : REFRESHING.includes(pathname) ? (
            <ButtonLink to="/login" look="primary" size="small">
              Log in
            </ButtonLink>
          ) : (
            <LoginMenu />
          )}
        </div>
      </div>
    </header>
  );
}

/** A link to registering that keeps the order in the page's address; the form writes each change there. */
function RegisterLink() {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to={registerPath({ pathname, search })}
      look="quiet"
      size="small"
      className="max-sm:hidden"
      onClick={(event) => {
        event.currentTarget.href = registerPath(window.location);
      }}
    >
      Register
    </ButtonLink>
  );
}

function registerPath({ pathname, search }: { pathname: string; search: string }): string {
  return onTo("/register", begunAt(pathname + search));
}

/** The menu of all screens, needed only if the bar does not fit them all. */
function Hamburger({ items, always }: { items: NavItem[]; always: boolean }) {
  return (
    <div className={always ? undefined : "lg:hidden"}>
      <Menu
        buttonLabel="Menu"
        buttonClass="menu-square"
        panelClass="left-0 w-60"
        button={<Icon name="menu" className="size-5" />}
      >
        <nav aria-label="Main">
          {items.map((item) => (
            <MenuLink key={item.to} item={item} />
          ))}
        </nav>
      </Menu>
    </div>
  );
}

function HeaderLink({ item }: { item: NavItem }) {
  return (
    <NavLink to={item.to} className="header-link">
      {item.label}
    </NavLink>
  );
}

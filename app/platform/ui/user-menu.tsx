import { ROLE_WORDS } from "~/platform/role-words";
import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import type { NavItem } from "./navigation";
import { PostForm } from "./post-form";
import type { RootViewer } from "./use-root-data";

export function UserMenu({ viewer, items }: { viewer: RootViewer; items: NavItem[] }) {
  return (
    <Menu
      buttonClass="user-button"
      button={
        <>
          <span aria-hidden="true" className="user-mark">
            {viewer.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="flex max-w-36 flex-col gap-0.5 text-left leading-none max-sm:sr-only">
            <span className="truncate leading-4">{viewer.name}</span>
            {viewer.otherTeams.length > 0 ? (
              <span className="truncate text-xs leading-3 font-normal text-muted">
                {viewer.teamName || viewer.tenantName}
              </span>
            ) : null}
          </span>
        </>
      }
    >
      <div className="mb-1.5 border-b px-3 pt-1.5 pb-2.5 text-sm">
        <p className="truncate font-medium">{viewer.email}</p>
        <p className="truncate text-muted">
          {viewer.teamName || viewer.tenantName}
          {viewer.role === "customer" ? "" : ` · ${viewer.role}`}
          {viewer.inTeam ? ` · ${ROLE_WORDS[viewer.memberRole].label}` : ""}
        </p>
      </div>
      {viewer.otherTeams.length > 0 ? <SwitchTeam teams={viewer.otherTeams} /> : null}
      {items.map((item) => (
        <MenuLink key={item.to} item={item} />
      ))}
    </Menu>
  );
}

const LISTED = 6;

/** Switches the session to another tenant (16.4); the team page lists them all. */
function SwitchTeam({ teams }: { teams: RootViewer["otherTeams"] }) {
  return (
    <div className="mb-1.5 border-b pb-1.5">
      <p className="px-3 pb-1 text-xs text-muted">Switch to</p>
      {teams.slice(0, LISTED).map(({ tenantId, called }) => (
        <PostForm key={tenantId} intent="switch" action="/user/team">
          <input type="hidden" name="team" value={tenantId} />
          <button type="submit" className="menu-link w-full truncate text-left">
            {called}
          </button>
        </PostForm>
      ))}
    </div>
  );
}

import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import { USER_MENU } from "./navigation";
import type { RootViewer } from "./use-root-data";

export function UserMenu({ viewer }: { viewer: RootViewer }) {
  return (
    <Menu
      buttonClass="flex h-8 items-center gap-2 rounded-control px-2 text-sm font-medium hover:bg-sunken"
      button={
        <>
          <span
            aria-hidden="true"
            className="grid size-6 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-link"
          >
            {viewer.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="max-w-36 truncate max-sm:sr-only">{viewer.name}</span>
        </>
      }
    >
      <div className="mb-1.5 border-b px-3 pt-1.5 pb-2.5 text-sm">
        <p className="truncate font-medium">{viewer.email}</p>
        <p className="truncate text-muted">
          {viewer.tenantName}
          {viewer.role === "customer" ? "" : ` · ${viewer.role}`}
        </p>
      </div>
      {USER_MENU.map((item) => (
        <MenuLink key={item.to} item={item} />
      ))}
    </Menu>
  );
}

import { Link } from "@remix-run/react";
import type { NavItem } from "~/ui/navigation";

/** A large link to one screen. */
export function ScreenTile({ item, description }: { item: NavItem; description: string | undefined }) {
  return (
    <Link
      to={item.to}
      className="block h-full rounded-panel border bg-surface px-5 py-4 shadow-panel transition-colors hover:border-edge"
    >
      <span className="font-semibold">{item.label}</span>
      {description ? <span className="mt-1 block text-sm text-muted">{description}</span> : null}
    </Link>
  );
}

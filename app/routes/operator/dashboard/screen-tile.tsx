import { classes } from "~/ui/classes";
import { Link } from "~/ui/link";
import type { NavItem } from "~/ui/navigation";

interface ScreenTileProps {
  item: NavItem;
  description: string | undefined;
  /** The screen's present state in one line. */
  figure: { text: string; loud: boolean } | undefined;
}

/** A large link to one screen. */
export function ScreenTile({ item, description, figure }: ScreenTileProps) {
  return (
    <Link
      to={item.to}
      className="flex h-full flex-col gap-1 rounded-panel border bg-surface px-5 py-4 shadow-panel transition-colors hover:border-edge"
    >
      <span className="text-sm font-medium text-muted">{item.label}</span>
      {figure ? (
        <span className={classes("text-xl font-semibold tracking-tight", figure.loud && "text-danger")}>
          {figure.text}
        </span>
      ) : null}
      {description ? <span className="text-sm text-muted">{description}</span> : null}
    </Link>
  );
}

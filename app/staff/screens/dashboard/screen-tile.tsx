import { classes } from "~/platform/ui/classes";
import { Link } from "~/platform/ui/link";

interface Tile {
  label: string;
  to: string;
  /** One sentence about the screen. */
  line: string;
  /** The screen's current state in one line. */
  figure?: { text: string; loud: boolean };
}

export interface TileGroup {
  label: string;
  tiles: Tile[];
}

/** A large link to one screen. */
export function ScreenTile({ label, to, line, figure }: Tile) {
  return (
    <Link
      to={to}
      className="flex h-full flex-col gap-1 rounded-panel border bg-surface px-3.5 py-3 shadow-panel sm:px-5 sm:py-4 transition-colors hover:border-edge"
    >
      <span className="text-sm font-medium text-muted">{label}</span>
      {figure ? (
        <span className={classes("font-semibold tracking-tight sm:text-lg", figure.loud && "text-danger")}>
          {figure.text}
        </span>
      ) : null}
      <span className="text-sm text-muted max-sm:hidden">{line}</span>
    </Link>
  );
}

import type { Revision } from "~/site/inside/faq/read-history.server";
import { classes } from "~/platform/ui/classes";
import { Link } from "~/platform/ui/link";
import { Time } from "~/platform/ui/time";

const ACTS: Record<Revision["act"], string> = {
  add: "Added",
  save: "Saved",
  restore: "Restored",
  delete: "Deleted",
  undelete: "Brought back",
  move: "Moved",
};

interface RevisionListProps {
  revisions: Revision[];
  chosen: number | null;
  page: number;
}

export function RevisionList({ revisions, chosen, page }: RevisionListProps) {
  if (revisions.length === 0)
    return <p className="px-4 py-8 text-center text-sm text-pretty text-muted">No versions yet. Each save adds one.</p>;
  return (
    <ol className="divide-y">
      {revisions.map(({ version, act, name, at }) => (
        <li key={version} className={classes("px-4 py-2.5", version === chosen && "bg-sunken")}>
          <Link
            to={`?version=${version}&page=${page}`}
            preventScrollReset
            aria-current={version === chosen ? "true" : undefined}
            className="font-medium hover:underline"
          >
            {version}: {ACTS[act]}
          </Link>
          <p className="text-xs text-muted [overflow-wrap:anywhere]">
            <Time epochSeconds={at} />
            {name ? ` · ${name}` : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

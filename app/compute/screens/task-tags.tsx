import { Link } from "~/platform/ui/link";

/** A task's tags, each a link to all tasks with it. */
export function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1" role="list" aria-label="Tags">
      {tags.map((tag) => (
        <span key={tag} role="listitem">
          <Link
            to={`/tasks?tag=${encodeURIComponent(tag)}`}
            className="rounded-control bg-sunken px-1.5 py-0.5 text-xs text-muted hover:text-ink"
          >
            {tag}
          </Link>
        </span>
      ))}
    </span>
  );
}

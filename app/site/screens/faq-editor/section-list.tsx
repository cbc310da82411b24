import type { SectionRow } from "~/site/inside/faq/read-editor.server";
import { Button } from "~/platform/ui/button";
import { classes } from "~/platform/ui/classes";
import { Link } from "~/platform/ui/link";
import { PostForm } from "~/platform/ui/post-form";
import { Time } from "~/platform/ui/time";

interface SectionListProps {
  sections: SectionRow[];
  chosen: number | null;
  mayWrite: boolean;
}

/** The sections in order, with the open one marked. */
export function SectionList({ sections, chosen, mayWrite }: SectionListProps) {
  if (sections.length === 0)
    return (
      <p className="px-4 py-8 text-center text-sm text-muted">
        No sections yet. Visitors read their topics in this order.
      </p>
    );
  return (
    <ol className="divide-y">
      {sections.map((section, at) => (
        <li
          key={section.id}
          className={classes("flex items-center gap-2 px-4 py-2.5 sm:px-5", section.id === chosen && "bg-sunken")}
        >
          <div className="min-w-0 flex-1">
            <Link
              to={`/dashboard/faq?section=${section.id}`}
              aria-current={section.id === chosen ? "page" : undefined}
              className="font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {section.title}
            </Link>
            <p className="text-xs text-muted [overflow-wrap:anywhere]">
              {section.topics} {section.topics === 1 ? "topic" : "topics"} · <Time epochSeconds={section.at} />
              {section.name ? ` · ${section.name}` : null}
            </p>
          </div>
          {mayWrite ? (
            <div className="-mr-2 flex flex-none">
              <Move section={section} label="Move up" sign="↑" before={sections[at - 1]} disabled={at === 0} />
              <Move
                section={section}
                label="Move down"
                sign="↓"
                before={sections[at + 2]}
                disabled={at === sections.length - 1}
              />
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

interface MoveProps {
  section: SectionRow;
  label: string;
  sign: string;
  /** The section that will follow: the one above, or the one after next. */
  before: SectionRow | undefined;
  disabled: boolean;
}

function Move({ section: { id, title, version }, label, sign, before, disabled }: MoveProps) {
  return (
    <PostForm intent="move-section">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="before_id" value={before?.id ?? ""} />
      <Button size="small" look="quiet" aria-label={`${label}: ${title}`} disabled={disabled}>
        {sign}
      </Button>
    </PostForm>
  );
}

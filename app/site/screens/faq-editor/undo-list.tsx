import type { Undoable } from "~/site/inside/faq/read-editor.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";

/** Sections deleted or moved in the last 30 days (A19). */
export function UndoList({ undoable, mayWrite }: { undoable: Undoable[]; mayWrite: boolean }) {
  return (
    <Panel title="Deleted and moved" lead="For 30 days" padded={false}>
      <ul className="divide-y">
        {undoable.map(({ id, title, version, deleted, at, name }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
            <div className="min-w-0 flex-1">
              <TextLink to={`/dashboard/faq/${id}/history`} className="[overflow-wrap:anywhere]">
                {title}
              </TextLink>
              <p className="text-xs text-muted [overflow-wrap:anywhere]">
                {deleted ? "Deleted" : "Moved"} <Time epochSeconds={at} />
                {name ? ` · ${name}` : null}
              </p>
            </div>
            {mayWrite ? (
              <PostForm intent={deleted ? "undo-delete" : "undo-move"}>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="version" value={version} />
                <SubmitButton size="small" look="secondary" aria-label={`Undo: ${title}`}>
                  Undo
                </SubmitButton>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

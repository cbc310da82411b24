import type { Section } from "~/site/faq-topic";
import { ButtonLink } from "~/platform/ui/button-link";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

interface SectionActionsProps {
  section: Section;
  /** True if some text is unsaved. */
  unsaved: boolean;
  mayWrite: boolean;
}

export function SectionActions({ section: { id, title, version }, unsaved, mayWrite }: SectionActionsProps) {
  return (
    <>
      <ButtonLink size="small" look="quiet" to={`/dashboard/faq/${id}/history`}>
        History
      </ButtonLink>
      {mayWrite ? (
        <Popup button="Delete" look="quiet" buttonLabel={`Delete ${title}`} title={`Delete ${title}?`} size="small">
          <PostForm intent="delete-section" className="flex flex-col gap-4">
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={version} />
            <p className="text-sm">
              Visitors no longer see it. For 30 days you can bring it back as it is now, with its history.
              {unsaved ? " What is not saved yet is lost." : null}
            </p>
            <div>
              <SubmitButton look="danger" intent="delete-section">
                Delete section
              </SubmitButton>
            </div>
          </PostForm>
        </Popup>
      ) : null}
    </>
  );
}

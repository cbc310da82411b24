import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { SubmitButton } from "~/platform/ui/submit-button";

interface DeletePopupProps {
  name: string;
  /** The kind of thing, for the button: `rule`. */
  kind: string;
  answer: FormAnswer | undefined;
  hidden?: Record<string, string>;
  /** Describes the consequences. */
  children: ReactNode;
}

/** Asks before a rule, a channel or the like is deleted (intent `delete`). */
export function DeletePopup({ name, kind, answer, hidden, children }: DeletePopupProps) {
  return (
    <FormPopup
      button="Delete"
      look="quiet"
      buttonLabel={`Delete ${name}`}
      title={`Delete ${name}?`}
      size="small"
      intent="delete"
      answer={answer}
      {...(hidden && { hidden })}
    >
      <p>{children}</p>
      <div>
        <SubmitButton intent="delete" look="danger">
          Delete {kind}
        </SubmitButton>
      </div>
    </FormPopup>
  );
}

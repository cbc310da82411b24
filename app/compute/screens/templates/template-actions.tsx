import type { TemplateRow } from "~/compute/list-templates.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormPopup } from "~/platform/ui/form-popup";

export const DELETE_TEMPLATE = "delete";

interface TemplateActionsProps {
  template: TemplateRow;
  answer: FormAnswer | undefined;
  /** True if it can be rented: a cluster runs it, and no own template of the same name comes before it (18.1). */
  isOffered: boolean;
}

/** Rents with a template; changes and deletes one's own, copies a built-in one. */
export function TemplateActions({ template, answer, isOffered }: TemplateActionsProps) {
  const { template_id, name, title, own, hindrance } = template;
  return (
    <div className="flex gap-2 md:justify-end">
      {hindrance === "" && isOffered ? (
        <ButtonLink size="small" to={`/rent?new=1&template=${name}`} aria-label={`Rent with ${title}`}>
          Rent
        </ButtonLink>
      ) : null}
      {own ? (
        <>
          <ButtonLink size="small" to={`/templates?edit=${template_id}`} aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
          <FormPopup
            button="Delete"
            buttonLabel={`Delete ${name}`}
            title="Delete this template?"
            size="small"
            intent={DELETE_TEMPLATE}
            answer={answer}
            hidden={{ id: template_id }}
          >
            <p className="text-sm">
              <strong className="font-medium">{name} and its secrets are gone for good.</strong> Tasks that were started
              with it keep running with its settings.
            </p>
            <div>
              <Button look="danger">Delete template</Button>
            </div>
          </FormPopup>
        </>
      ) : (
        <ButtonLink size="small" to={`/templates?copy=${name}`} aria-label={`Copy ${title}`}>
          Copy
        </ButtonLink>
      )}
    </div>
  );
}

import { cardExpiry, cardLabel } from "~/payments/card-label";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { FieldError } from "~/platform/ui/field";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { SavedCardChoices } from "../add-funds/saved-card-choices";
import type { Screen } from "./read-screen.server";

/** The card that pays, and the form that changes it (2.4). */
export function MethodPanel({ screen, answer }: { screen: Screen; answer: FormAnswer | undefined }) {
  return (
    <Panel
      title="Default payment method"
      lead={screen.method ? `${cardLabel(screen.method)}, expires ${cardExpiry(screen.method)}` : undefined}
      actions={
        <ButtonLink to="/billing/card" size="small">
          Add Credit Card
        </ButtonLink>
      }
    >
      {screen.method ? (
        <UpdateForm key={screen.method.pmId} screen={screen} answer={answer} />
      ) : (
        <p className="text-sm text-muted">No card is saved. Add one to enable the subscription.</p>
      )}
    </Panel>
  );
}

function UpdateForm({ screen, answer }: { screen: Screen; answer: FormAnswer | undefined }) {
  const [form, { payment_method: method }] = useAnsweredForm<{ payment_method: string }>("update-method", answer, {
    payment_method: screen.method?.pmId ?? "",
  });
  return (
    <PostForm intent="update-method" id={form.id} className="flex flex-col gap-4" preventScrollReset>
      <fieldset className="flex flex-col gap-2" aria-describedby={method.errors ? method.errorId : undefined}>
        <legend className="sr-only">Pay the subscription with</legend>
        <SavedCardChoices field={method} cards={screen.cards} />
        <div id="card-errors" role="alert">
          <FieldError field={method} />
        </div>
      </fieldset>
      <div>
        <SubmitButton intent="update-method" look="secondary">
          Update Payment Method
        </SubmitButton>
      </div>
    </PostForm>
  );
}

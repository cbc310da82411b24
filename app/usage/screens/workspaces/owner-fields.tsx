import type { FieldState } from "~/platform/ui/field-state";
import { SubmitButton } from "~/platform/ui/submit-button";
import { inputOf } from "./input-of";
import { TextField } from "~/platform/ui/text-field";
import { type OwnerIntent, useOwner } from "./use-owner";

/**
 * The owner's email with New and Get, and the token that they fill in. Without the script both submit the form, which
 * returns filled in; the script fetches the token, so that nothing else changes.
 */
export function OwnerFields({ email, token }: { email: FieldState; token: FieldState }) {
  const { asking, error, ask, forgetError } = useOwner();
  const fillToken = (text: string) => {
    const input = inputOf(token.id);
    if (input) input.value = text;
  };
  const onAsk = (intent: OwnerIntent) => async (event: React.MouseEvent) => {
    event.preventDefault();
    const given = await ask(intent, inputOf(email.id)?.value ?? "");
    if (given !== null) fillToken(given);
  };
  // Another owner's token would be refused.
  const onEmail = () => {
    forgetError();
    fillToken("");
  };
  const button = (intent: OwnerIntent, text: string) => (
    <SubmitButton
      name="intent"
      value={intent}
      intent={intent}
      busy={asking === intent}
      look="secondary"
      onClick={(event) => void onAsk(intent)(event)}
    >
      {text}
    </SubmitButton>
  );
  return (
    <>
      <TextField
        field={error ? { ...email, errors: [error] } : email}
        label="Email of the owner"
        type="email"
        autoComplete="off"
        hint="New invites an address without an account; Get finds an existing account."
        onInput={onEmail}
      />
      <div className="flex gap-2">
        {button("owner-new", "New")}
        {button("owner-get", "Get")}
      </div>
      <TextField
        field={token}
        label="Inference token"
        readOnly
        autoComplete="off"
        className="font-mono text-code"
        hint="Filled in by New or Get."
      />
    </>
  );
}

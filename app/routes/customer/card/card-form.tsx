import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { SandboxNote } from "../add-funds/sandbox-note";

export const ADD_CARD = "/billing/card";

interface CardFormProps {
  provider: "stripe" | "sandbox" | "none";
  /** Lets the provider's script ask for the card here; null where its page does. */
  publishableKey: string | null;
  /** Why the last card was not saved. */
  error?: string | null;
}

/** Leads to the provider's page, where the card is typed and saved; it works without the script. */
export function CardForm({ provider, error = null }: CardFormProps) {
  if (provider === "none") return <p>Card payments are not set up here. Please contact support.</p>;
  return (
    <PostForm action={ADD_CARD} intent="hosted" className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        You type the card on the page of our card payment provider and come back here. Nothing is charged.
      </p>
      <div id="card-errors" role="alert" className="empty:hidden">
        {error === null ? null : <p className="text-sm text-danger">{error}</p>}
      </div>
      {provider === "sandbox" ? <SandboxNote /> : null}
      <div>
        <SubmitButton intent="hosted">Continue to the card page</SubmitButton>
      </div>
    </PostForm>
  );
}

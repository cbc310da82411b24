import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { SandboxNote } from "../screens/add-funds/sandbox-note";

const ADD_CARD = "/billing/card";

export interface HostedCardFormProps {
  provider: "stripe" | "sandbox" | "none";
  /**
   * Why the last card was not saved. Without it the error area is omitted: next to other forms its id would repeat.
   */
  error?: string | null;
}

/** A form that leads to the provider's page for entering a card. It works without a script. */
export function HostedCardForm({ provider, error }: HostedCardFormProps) {
  if (provider === "none") return <p>Card payments are not set up here. Please contact support.</p>;
  return (
    <PostForm action={ADD_CARD} intent="hosted" className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        You enter the card on our payment provider’s page and come back here. Nothing is charged.
      </p>
      {error ? (
        <div id="card-errors" role="alert" className="text-sm text-danger">
          {error}
        </div>
      ) : null}
      {provider === "sandbox" ? <SandboxNote /> : null}
      <div>
        <SubmitButton intent="hosted">Continue to the card page</SubmitButton>
      </div>
    </PostForm>
  );
}

import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { useScripted } from "~/ui/use-scripted";
import { SandboxNote } from "../add-funds/sandbox-note";
import { CardElementForm } from "./card-element-form";

export const ADD_CARD = "/billing/card";

interface CardFormProps {
  provider: "stripe" | "sandbox" | "none";
  /** Lets the provider's script ask for the card here; null where its page does. */
  publishableKey: string | null;
  holder: string;
  /** Why the last card was not saved. */
  error?: string | null;
}

/** A card typed in the provider's field on this page, or on the provider's page, which works without the script. */
export function CardForm({ provider, publishableKey, holder, error = null }: CardFormProps) {
  const scripted = useScripted();
  if (provider === "none") return <p>Card payments are not set up here. Please contact support.</p>;
  const hosted = <HostedCardForm sandbox={provider === "sandbox"} error={error} />;
  if (provider !== "stripe" || publishableKey === null || !scripted) return hosted;
  return <CardElementForm publishableKey={publishableKey} holder={holder} fallback={hosted} />;
}

function HostedCardForm({ sandbox, error }: { sandbox: boolean; error: string | null }) {
  return (
    <PostForm action={ADD_CARD} intent="hosted" className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        You type the card on the page of our card payment provider and come back here. Nothing is charged.
      </p>
      <div id="card-errors" role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </div>
      {sandbox ? <SandboxNote /> : null}
      <div>
        <SubmitButton intent="hosted">Continue to the card page</SubmitButton>
      </div>
    </PostForm>
  );
}

import { useSubmit } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { SHOWN } from "~/platform/shown-messages";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { PostForm } from "~/platform/ui/post-form";
import { TextField } from "~/platform/ui/text-field";
import { useCardField } from "./use-card-field";

/**
 * A card entered in the provider's field on our page (2.4): its script confirms the set-up, and our form sends its id
 * to the server. Errors appear in the card-errors area, and the button stays usable.
 */
export function CardElementForm({
  publishableKey,
  holder,
  fallback,
}: {
  publishableKey: string;
  holder: string;
  /** A link to the provider's page, in case its script does not load. */
  fallback: React.ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const card = useCardField(publishableKey, place);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState({ name: "", card: "" });
  const submit = useSubmit();

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || card.state !== "ready") return;
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get("card_holder_name") ?? "").trim();
    if (name === "") return setRefused({ name: SHOWN.cardholderNameRequired, card: "" });
    setBusy(true);
    setRefused({ name: "", card: "" });
    const answer = await card.confirm(name);
    setBusy(false);
    if ("refused" in answer) return setRefused({ name: "", card: answer.refused });
    fields.set("setup_intent", answer.setupIntentId);
    fields.set("payment_method", answer.paymentMethod);
    submit(fields, { method: "post", action: "/billing/card" });
  };

  if (card.state === "away") return <>{fallback}</>;
  return (
    <PostForm action="/billing/card" className="flex flex-col gap-5" onSubmit={(event) => void save(event)}>
      <TextField
        field={fieldState("card_holder_name", holder, refused.name || undefined)}
        label="Cardholder name"
        autoComplete="cc-name"
      />
      <div ref={place} className="min-h-56" aria-busy={card.state === "loading" || undefined} />
      <div id="card-errors" role="alert" className="text-sm text-danger empty:hidden">
        {refused.card}
      </div>
      <div>
        <Button look="primary" disabled={busy || card.state === "loading"}>
          Save card
        </Button>
      </div>
    </PostForm>
  );
}

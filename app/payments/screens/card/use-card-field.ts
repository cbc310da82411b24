import { type RefObject, useEffect, useRef, useState } from "react";
import { askPath } from "~/platform/live/ask-path";
import { loadStripeJs, type StripeElements, type StripeJs } from "./stripe-js";

type CardField =
  | { state: "loading" | "away" }
  | { state: "ready"; confirm: (name: string) => Promise<ConfirmedCard | { refused: string }> };

interface ConfirmedCard {
  setupIntentId: string;
  paymentMethod: string;
}

const UNKNOWN = "The card could not be saved. Please try again.";

/** The provider's card field in our page. Missing if its script or the provider does not answer. */
export function useCardField(publishableKey: string, place: RefObject<HTMLDivElement>): CardField {
  const [state, setState] = useState<"loading" | "away" | "ready">("loading");
  const field = useRef<{ stripe: StripeJs; elements: StripeElements } | null>(null);
  useEffect(() => {
    let left = false;
    let destroy = () => {};
    const open = async () => {
      const [stripe, answer] = await Promise.all([
        loadStripeJs(publishableKey),
        askPath<{ client_secret: string }>("/billing/setup-intent", { body: {} }),
      ]);
      if (answer.retcode !== "OK") throw new Error(answer.human_readable_message);
      if (left || !place.current) return;
      const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
      const elements = stripe.elements({
        clientSecret: answer.client_secret,
        appearance: { theme: dark ? "night" : "stripe" },
      });
      const card = elements.create("payment", { fields: { billingDetails: { name: "never" } } });
      destroy = () => card.destroy();
      card.on("ready", () => setState("ready"));
      card.on("loaderror", () => setState("away"));
      card.mount(place.current);
      field.current = { stripe, elements };
    };
    open().catch(() => setState("away"));
    return () => {
      left = true;
      destroy();
    };
  }, [publishableKey, place]);

  if (state !== "ready") return { state };
  return { state, confirm: async (name) => await confirmCard(field.current, name) };
}

async function confirmCard(
  field: { stripe: StripeJs; elements: StripeElements } | null,
  name: string,
): Promise<ConfirmedCard | { refused: string }> {
  if (!field) return { refused: UNKNOWN };
  const { error, setupIntent } = await field.stripe.confirmSetup({
    elements: field.elements,
    redirect: "if_required",
    confirmParams: {
      return_url: `${window.location.origin}/billing/card`,
      payment_method_data: { billing_details: { name } },
    },
  });
  if (error || !setupIntent) return { refused: error?.message ?? UNKNOWN };
  return { setupIntentId: setupIntent.id, paymentMethod: setupIntent.payment_method ?? "" };
}

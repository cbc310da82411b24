/** The part of Stripe.js that the card form uses: https://docs.stripe.com/js */
export interface StripeJs {
  elements(options: { clientSecret: string; appearance?: { theme: "stripe" | "night" } }): StripeElements;
  confirmSetup(options: {
    elements: StripeElements;
    redirect: "if_required";
    confirmParams: {
      return_url: string;
      payment_method_data: { billing_details: { name: string } };
    };
  }): Promise<{ error?: { message?: string }; setupIntent?: { id: string; payment_method: string | null } }>;
}

export interface StripeElements {
  create(type: "payment", options: { fields: { billingDetails: { name: "never" } } }): StripeField;
}

interface StripeField {
  mount(target: HTMLElement): void;
  on(event: "ready" | "loaderror", run: () => void): void;
  destroy(): void;
}

/** Stripe allows its script only from its own URL; the name is the API release of the server. */
const ADDRESS = "https://js.stripe.com/endive/stripe.js";

type Maker = (publishableKey: string) => StripeJs;

let loading: Promise<Maker> | null = null;

/** Loads Stripe.js once. Rejects if it fails; the next call tries again. */
export async function loadStripeJs(publishableKey: string): Promise<StripeJs> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return (await loading)(publishableKey);
}

async function load(): Promise<Maker> {
  const script = document.createElement("script");
  script.src = ADDRESS;
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Stripe.js did not load"));
    document.head.append(script);
  });
  const { Stripe } = window as unknown as { Stripe?: Maker };
  if (!Stripe) throw new Error("Stripe.js is not what it should be");
  return Stripe;
}

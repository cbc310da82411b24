import type Stripe from "stripe";

type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

export interface ErrorDetails {
  type?: ErrorType;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** A refusal in Stripe's form. The SDK throws only for answers with an `error` key, so every refusal has one. */
export class StripeError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;
  /** True if the idempotency key keeps this answer: not if nothing has begun. */
  readonly kept: boolean;

  constructor(status: number, message: string, details: ErrorDetails = {}, { kept = true } = {}) {
    super(message);
    this.status = status;
    this.details = details;
    this.kept = kept;
  }

  body(): { error: ErrorDetails & { type: ErrorType; message: string } } {
    return { error: { type: "invalid_request_error", ...this.details, message: this.message } };
  }
}

export function refuse(message: string, details: ErrorDetails = {}): never {
  throw new StripeError(400, message, details);
}

export function missing(what: string, id: string, param = "id"): StripeError {
  return new StripeError(404, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}

import { env } from "~/env.server";

const HALF_A_YEAR_S = 15_768_000;

/** Headers of every answer but the policy of a document (0.10). */
export function securityHeaders(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    ...(env.APP_ORIGIN.startsWith("https:")
      ? { "Strict-Transport-Security": `max-age=${HALF_A_YEAR_S}; includeSubDomains` }
      : {}),
  };
}

/** The Content-Security-Policy of a document whose scripts carry the nonce (0.10). */
export function contentSecurityPolicy(nonce: string): string {
  const live = env.LIVE_ORIGIN.replace(/^http/, "ws");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' https://js.stripe.com`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${live} https://api.stripe.com`,
    "frame-src https://js.stripe.com https://hooks.stripe.com",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Browsers hold a form's redirect to this too, so it names the provider's pages.
    [
      "form-action 'self' https://checkout.stripe.com https://hooks.stripe.com",
      env.STRIPE_SANDBOX_ORIGIN ?? "",
    ]
      .join(" ")
      .trim(),
  ].join("; ");
}

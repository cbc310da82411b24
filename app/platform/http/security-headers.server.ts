import { env } from "~/platform/env.server";

const TWO_YEARS_S = 63_072_000;

/** Headers of every answer, except the policy of a document (0.10). */
export function securityHeaders(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    ...(env.APP_ORIGIN.startsWith("https:")
      ? { "Strict-Transport-Security": `max-age=${TWO_YEARS_S}; includeSubDomains` }
      : {}),
  };
}

interface Policy {
  nonce: string;
  liveOrigin: string;
}

/** The Content-Security-Policy of a document whose scripts carry the nonce (0.10). */
export function contentSecurityPolicy({ nonce, liveOrigin }: Policy): string {
  const sockets = [liveOrigin, env.REMIX_DEV_ORIGIN ?? ""].map((origin) => origin.replace(/^http/, "ws"));
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' https://js.stripe.com`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${sockets.join(" ").trim()} https://api.stripe.com`,
    "frame-src https://js.stripe.com https://hooks.stripe.com",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Browsers apply this to a form's redirect too, so it includes the provider's pages.
    ["form-action 'self' https://checkout.stripe.com https://hooks.stripe.com", env.STRIPE_SANDBOX_ORIGIN ?? ""]
      .join(" ")
      .trim(),
  ].join("; ");
}

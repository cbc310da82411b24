import type { Env } from "~/platform/env.server";
import { type Finding, findingsOn, wrongOr } from "./finding";

const LOOPBACK = /^https?:\/\/(127\.|localhost|\[::1\])/;

/** Checks settings that are allowed and yet leave something out of order. */
export function checkSettings(env: Env): Finding[] {
  const { ok, warning, critical } = findingsOn("settings");
  if (env.MILLRACE_DEMO) return [ok(`A demo at ${env.APP_ORIGIN}: nothing but loopback can reach it.`)];
  const isPublic = !LOOPBACK.test(env.APP_ORIGIN);
  const findings: (Finding | false)[] = [
    isPublic &&
      env.APP_ORIGIN.startsWith("http:") &&
      critical(
        `APP_ORIGIN is ${env.APP_ORIGIN}: passwords and cookies cross the network in clear.`,
        "Put a proxy with a certificate in front, and set APP_ORIGIN to its https address.",
      ),
    isPublic &&
      LOOPBACK.test(env.LIVE_ORIGIN) &&
      critical(
        `LIVE_ORIGIN is ${env.LIVE_ORIGIN}: browsers and agents look for the worker on their own machine.`,
        `Set LIVE_ORIGIN=${env.APP_ORIGIN} if the proxy passes /socket.io/ to the workers.`,
      ),
    isPublic &&
      env.TRUSTED_PROXIES === 0 &&
      warning(
        "TRUSTED_PROXIES is 0: behind a proxy all visitors count as one network, and share its limits.",
        "Set it to the number of proxies in front, usually 1.",
      ),
    !env.SMTP_URL &&
      critical(
        "SMTP_URL is not set: no mail is sent, so nobody can confirm an address or reset a password.",
        "Set it to your mail server, such as smtps://user:password@mail.example.com.",
      ),
    !env.SUPPORT_EMAIL &&
      warning(
        "SUPPORT_EMAIL is not set: messages of visitors reach nobody by mail.",
        "Set it to an address that you read.",
      ),
    !env.METRICS_TOKEN &&
      warning("METRICS_TOKEN is not set: nothing can read /metrics.", "Set it to at least 16 random characters."),
    !env.STRIPE_SECRET_KEY && warning("STRIPE_SECRET_KEY is not set: nobody can pay by card.", "See docs/payments.md."),
    isPublic &&
      /^[rs]k_test_/.test(env.STRIPE_SECRET_KEY ?? "") &&
      warning("Payments are in Stripe's test mode: no money moves.", "Set the live keys once you are ready."),
  ];
  return wrongOr(findings, ok(`Complete, for ${env.APP_ORIGIN}.`));
}

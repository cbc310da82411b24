import { env } from "~/platform/env.server";
import type { OfferedProvider } from "./providers";

/** The configured providers, in the order of their buttons. */
export function offeredProviders(): OfferedProvider[] {
  return [
    ...(env.GOOGLE_CLIENT_ID ? [{ id: "google" as const, label: "Google" }] : []),
    ...(env.GITHUB_CLIENT_ID ? [{ id: "github" as const, label: "GitHub" }] : []),
    ...(env.OPENID_ISSUER ? [{ id: "openid" as const, label: env.OPENID_LABEL }] : []),
  ];
}

/** The offered provider with this id, or null. */
export function findProvider(id: string): OfferedProvider | null {
  return offeredProviders().find((one) => one.id === id) ?? null;
}

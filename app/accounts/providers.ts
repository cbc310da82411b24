/** Providers where an account can be linked. */
export type ProviderId = "google" | "github" | "openid";

/** A provider that this installation offers. */
export interface OfferedProvider {
  id: ProviderId;
  /** The label of its button, after 'Continue with'. */
  label: string;
}

/** A user whom the provider has identified, after all checks. */
export interface Proven {
  provider: ProviderId;
  issuer: string;
  subject: string;
  /** Address in lower case; null without one. */
  email: string | null;
  /** True if the provider vouches that the mailbox is theirs. */
  emailVerified: boolean;
  name: string;
}

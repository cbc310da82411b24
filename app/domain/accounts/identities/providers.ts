/** Where an account may be by which somebody logs in. */
export type ProviderId = "google" | "github" | "openid";

/** One that this installation offers. */
export interface OfferedProvider {
  id: ProviderId;
  /** As its button says it, after 'Continue with'. */
  label: string;
}

/** Who a provider says is there, after all that it sent was checked. */
export interface Proven {
  provider: ProviderId;
  issuer: string;
  subject: string;
  /** Lower case; null without one. */
  email: string | null;
  /** Whether the provider vouches that the mailbox is theirs. */
  emailVerified: boolean;
  name: string;
}

/** Statuses of a user's subscription (6.4), stored as `codify_subscription_status`. */
export const SUBSCRIPTION_STATUSES = ["active", "trial", "past_due", "canceled", "none"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The allowed transitions. Others are ignored, however late or often they are reported. */
export const COMES_FROM: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  active: ["none", "canceled", "trial", "past_due"],
  trial: ["none", "canceled"],
  past_due: ["active", "trial", "none", "canceled"],
  canceled: ["active", "past_due"],
  none: ["trial"],
};

export const PRO_STATUSES = ["active", "trial", "past_due"] as const satisfies readonly SubscriptionStatus[];

/** Checks whether a status is PRO; all others are FREE. */
export function isPro(status: SubscriptionStatus): boolean {
  return PRO_STATUSES.some((one) => one === status);
}

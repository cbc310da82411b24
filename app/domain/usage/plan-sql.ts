/** Whether user `u` of a statement has PRO now. */
export const HAS_PRO = `u.codify_subscription_status in ('active', 'trial', 'past_due')`;

/**
 * Migrations of the first day, one per subject. The first one now creates everything, for no installation ever stopped
 * between them (decision 0002). Older databases and backups still name them.
 */
export const MERGED_INTO_FIRST: readonly string[] = [
  "20261121000100_rules",
  "20261121074500_login_limits",
  "20261121074800_previous_boot",
  "20261121075300_log_bytes",
  "20261121084500_mail_attempts",
  "20261121100000_accounts",
  "20261121100600_faq_and_feedback",
  "20261121101000_task_keys_and_gpu_load",
  "20261121110100_task_by_row_and_placement",
  "20261121115000_contested_registration",
  "20261121131500_payments",
  "20261121132000_promo_codes",
  "20261121133000_auto_top_up",
  "20261121133500_reconciliation",
  "20261121134500_subscription",
  "20261121134900_subscription_reading",
  "20261121141000_movement_of_payment",
  "20261121144500_top_up_receipts",
  "20261121163500_dispute_steps",
  "20261121164500_provider_refusal",
  "20261121165800_given_up_subscriptions",
  "20261121180500_former_customers",
];

/** The provider may list a payment some minutes late. */
export const PAYMENTS_LATE_S = 600;

/**
 * SQL that is true after a restore until the provider's movements have been read: payments made since the backup may not
 * be here yet.
 */
export const PAYMENTS_MISSING = `exists (select from audit_row where action = 'database.restore' and at > coalesce(
    (select answered_at from reconcile_check where name = 'movements'), '-infinity') - make_interval(secs => ${PAYMENTS_LATE_S}))`;

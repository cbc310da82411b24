/**
 * SQL that is true after a restore until the provider's movements were read: what was paid since the backup may not be
 * here yet. The provider may list a payment some minutes late.
 */
export const PAYMENTS_MISSING = `exists (select from audit_row where action = 'database.restore' and at > coalesce(
    (select answered_at from reconcile_check where name = 'movements'), '-infinity') - interval '10 minutes')`;

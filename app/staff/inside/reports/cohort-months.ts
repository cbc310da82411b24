/** Months after the sign-up that the report shows. */
export const AFTER_MONTHS = 6;

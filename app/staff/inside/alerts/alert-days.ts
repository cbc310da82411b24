/** Days for which an alert is kept after its end. */
export const ALERT_DAYS = 90;

/** Days of incidents on a node's page. */
export const INCIDENT_DAYS = 30;

/** So far back a node's page shows incidents. */
export const INCIDENT_DAYS = 30;

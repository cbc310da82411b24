/** WORKSPACE_USERS_MIN, WORKSPACE_USERS_MAX */
const [LEAST, MOST] = [1, 100];
const NUMBER = /^-?\d{1,15}([.,]\d{1,15})?$/;

/**
 * Reads a workspace's maximum number of users: a whole number, clamped to its range; null if it is not a number (9.7,
 * M92).
 */
export function readMaxUsers(given: unknown): number | null {
  if (given === undefined || given === null || given === "") return LEAST;
  const number = typeof given === "number" ? given : toNumber(given);
  return Number.isNaN(number) ? null : Math.min(MOST, Math.max(LEAST, Math.trunc(number)));
}

function toNumber(given: unknown): number {
  const text = typeof given === "string" ? given.trim() : "";
  return NUMBER.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

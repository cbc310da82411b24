/** WORKSPACE_NAME_MAX */
const LONGEST = 16;
/** Host names that mean something other than a workspace (3.7). */
const RESERVED = new Set(["www", "api", "admin", "app", "mail", "status"]);

/** Returns the name that a typed text means; empty if none (9.7). */
export function normaliseWorkspaceName(typed: string): string {
  return typedWorkspaceName(typed).replace(/-$/, "");
}

/** Normalises a name while it is being typed: a hyphen at the end stays, since a letter may follow. */
export function typedWorkspaceName(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-/, "")
    .slice(0, LONGEST);
}

export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

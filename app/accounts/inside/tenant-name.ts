const FALLBACK = "tenant";
const LOCAL_MAX = 27;

/**
 * Builds a tenant's name from the email's local part and 4 random characters `[a-z0-9]`: `[a-z][a-z0-9-]{2,31}`
 * (glossary).
 */
export function tenantNameFrom(email: string, random: string): string {
  const local = (email.split("@")[0] ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, LOCAL_MAX)
    .replace(/-+$/, "");
  return `${local || FALLBACK}-${random}`;
}

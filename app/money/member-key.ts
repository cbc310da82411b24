/** Builds a map key for a member of a tenant; the user is null if the starter of a task is unknown. */
export function memberKey(tenantId: number, userId: number | null | undefined): string {
  return `${tenantId}:${userId ?? ""}`;
}

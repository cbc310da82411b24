/** A map key for a member of a tenant; the user is null if it is not known who started a task. */
export function memberKey(tenantId: number, userId: number | null | undefined): string {
  return `${tenantId}:${userId ?? ""}`;
}

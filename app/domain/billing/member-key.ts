/** Names a member of a tenant in maps; nobody started a task of which that is not known. */
export function memberKey(tenantId: number, userId: number | null | undefined): string {
  return `${tenantId}:${userId ?? ""}`;
}

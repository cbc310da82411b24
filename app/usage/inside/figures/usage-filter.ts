/** Filter of a usage screen, as in its address; an empty text means everything. */
export interface UsageFilter {
  model: string;
  /** An email, or a tenant_name, which means the tenant's owner (A12). */
  user: string;
  /** A workspace means the tenant that owns it: its coins are counted there. */
  workspace: string;
}

export const USAGE_FILTERS = ["model", "user", "workspace"] as const;

/** Longest email or name. */
const LONGEST = 320;

export function askedUsage(search: URLSearchParams): UsageFilter {
  const typed = (name: string) => (search.get(name) ?? "").trim().slice(0, LONGEST);
  return { model: typed("model"), user: typed("user"), workspace: typed("workspace") };
}

/** The filter and other parameters of an address, without empty ones: `?model=code-7b&day=2024-01-31`, or nothing. */
export function usageQuery(asked: Partial<UsageFilter> & Record<string, string | undefined>): string {
  const given = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

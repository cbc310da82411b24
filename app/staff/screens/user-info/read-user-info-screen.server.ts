import { Refusal } from "~/platform/refusal";
import { type MoreUserInfo, readMoreUserInfo } from "~/staff/inside/users/read-user-info.server";
import { searchText } from "~/staff/user-filter";
import { searchUserInfo } from "~/staff/inside/users/search-user-info.server";
import { countRequest } from "~/platform/http/rate-limit.server";

interface Asked {
  search: URLSearchParams;
  /** The tenant whose searches are limited (0.9). */
  tenantId: number;
  now: Date;
}

export interface ShownInfo {
  email: string;
  info: MoreUserInfo;
}

/** The search text, the users found, and details of one. A refusal appears at the field. */
export async function readUserInfoScreen({ search, tenantId, now }: Asked) {
  const q = searchText(search.get("q") ?? "");
  const email = (search.get("more") ?? "").trim();
  const byName = search.get("by_name") === "1";
  const asked = { q, byName, results: null, more: null, problem: null };
  if (q === "" && email === "") return asked;
  try {
    await countRequest("search", String(tenantId));
    const results = q === "" ? null : await foundUsers({ text: q, byName, now });
    return { ...asked, results, ...(await moreOf(email, now)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...asked, problem: error.message };
  }
}

async function moreOf(email: string, now: Date): Promise<{ more: ShownInfo | null; problem: string | null }> {
  if (email === "") return { more: null, problem: null };
  try {
    return { more: { email, info: await readMoreUserInfo({ email, now }) }, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { more: null, problem: error.message };
  }
}

async function foundUsers(asked: Parameters<typeof searchUserInfo>[0]) {
  const users = await searchUserInfo(asked);
  return users.map(({ updated_at, ...user }) => ({ ...user, updatedTs: Date.parse(updated_at) / 1000 }));
}

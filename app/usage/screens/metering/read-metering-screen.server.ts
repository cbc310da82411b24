import { groupBy } from "~/platform/group-by";
import { findFiltered } from "~/usage/inside/figures/find-filtered.server";
import { LARGEST, LARGEST_MAX, OTHERS } from "~/usage/inside/figures/largest";
import { listModelNames } from "~/usage/inside/figures/names.server";
import { coinsOf, readUsersTotals, type UserTotals } from "~/usage/inside/figures/read-users-usage.server";
import { askedUsageDays } from "~/usage/usage-days";
import { askedUsage } from "~/usage/inside/figures/usage-filter";
import { findUsers } from "~/staff/find-users.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { EVERYONE, searchText } from "~/staff/user-filter";

export type MeteringRow = Omit<UserTotals, "group">;

export interface MeteringGroup {
  name: string;
  rows: MeteringRow[];
}

/**
 * The users with the most coins on these days, or those who match the search, by group; null if they could not be
 * read.
 */
export async function readMeteringScreen(args: RouteArgs, { search, now }: { search: URLSearchParams; now: Date }) {
  const filter = askedUsage(search);
  const q = searchText(search.get("q") ?? "");
  const { asked, days, cut } = askedUsageDays(search, now);
  const filtered = await findFiltered(filter);
  const readShown = async () =>
    await readUsersTotals({ days, now, filtered, limit: LARGEST, userIds: await foundUsers(q, now) });
  const [users, models] = await Promise.all([partOrNull(args, "metering", readShown()), listModelNames()]);
  return { ...{ filter, q, asked, days, cut, models }, problems: filtered.problems, groups: users && groupsOf(users) };
}

/** Lists the screen's data as lines of a file, with more users. */
export async function listMeteringLines({ search, now }: { search: URLSearchParams; now: Date }) {
  const { days } = askedUsageDays(search, now);
  const filtered = await findFiltered(askedUsage(search));
  const userIds = await foundUsers(searchText(search.get("q") ?? ""), now);
  return await readUsersTotals({ days, now, filtered, limit: LARGEST_MAX, userIds });
}

async function foundUsers(q: string, now: Date): Promise<number[] | undefined> {
  if (q === "") return undefined;
  const filter = { ...EVERYONE, q, fields: ["n", "e", "t"] as const };
  return (await findUsers({ filter, sort: "newest", page: 1, size: LARGEST, now })).ids;
}

/** Groups users: PRO and FREE first, workspaces by coins, the rest last; omits empty groups. */
function groupsOf(users: readonly UserTotals[]): MeteringGroup[] {
  const groups = [...groupBy(users, ({ group }) => group)].map(([name, ofGroup]) => ({
    name,
    rows: ofGroup,
  }));
  const place = ({ name }: MeteringGroup) => (name === "PRO" ? 0 : name === "FREE" ? 1 : name === OTHERS ? 3 : 2);
  return groups.sort((one, other) => place(one) - place(other) || coinsOf(other.rows) - coinsOf(one.rows));
}

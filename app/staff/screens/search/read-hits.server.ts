import { hasRight, type StaffRight, type WithRights } from "~/platform/staff-rights";
import { findAnything, type Hit } from "~/staff/inside/find-anything.server";
import { findUsers } from "~/staff/find-users.server";
import { type ListedUser, readUsers } from "~/staff/read-users.server";
import { EVERYONE, searchText } from "~/staff/user-filter";
import { type HitView, viewOfHit } from "./hit-view";

const USERS = 8;

/** The right that each kind needs. */
const FOUND_WITH: Readonly<Record<Hit["kind"], StaffRight>> = {
  task: "customers.see",
  node: "fleet.see",
  "top-up": "money.see",
  invoice: "money.see",
  card: "money.see",
  "API key": "customers.see",
};

/** Finds all matches by name: users first, then tasks, nodes, payments, cards and keys. */
export async function readHits(asked: { text: string; viewer: WithRights; now: Date }): Promise<HitView[]> {
  const { text, viewer, now } = asked;
  const [users, others] = await Promise.all([
    hasRight(viewer, "customers.see") ? usersCalled(text, now) : [],
    findAnything({ text }),
  ]);
  return [...users.map(viewOfUser), ...others.filter(({ kind }) => hasRight(viewer, FOUND_WITH[kind])).map(viewOfHit)];
}

async function usersCalled(text: string, now: Date): Promise<ListedUser[]> {
  const q = searchText(text);
  if (q === "") return [];
  const filter = { ...EVERYONE, q, fields: ["n", "e", "t"] as const };
  const { ids } = await findUsers({ filter, sort: "newest", page: 1, size: USERS, now });
  return await readUsers(ids);
}

function viewOfUser({ id, name, email }: ListedUser): HitView {
  return { kind: "user", title: name, detail: email, to: `/users/view/${id}` };
}

import { findAnything } from "~/staff/inside/find-anything.server";
import { findUsers } from "~/staff/find-users.server";
import { type ListedUser, readUsers } from "~/staff/read-users.server";
import { EVERYONE, searchText } from "~/staff/user-filter";
import { type HitView, viewOfHit } from "./hit-view";

const USERS = 8;

/** Finds all matches by name: users first, then tasks, nodes, payments, cards and keys. */
export async function readHits({ text, now }: { text: string; now: Date }): Promise<HitView[]> {
  const [users, others] = await Promise.all([usersCalled(text, now), findAnything({ text })]);
  return [...users.map(viewOfUser), ...others.map(viewOfHit)];
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

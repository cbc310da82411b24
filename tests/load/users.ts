import { db } from "~/platform/db.server";
import { findUsers } from "~/staff/find-users.server";
import { eachUser } from "~/staff/list-users.server";
import { listSignUps } from "~/staff/inside/users/list-sign-ups.server";
import { listTopPaid } from "~/staff/inside/users/list-top-paid.server";
import { readActiveUsers } from "~/staff/read-active.server";
import { refreshFigures } from "~/staff/refresh-figures.server";
import { EVERYONE, SORTS, type UserFilter, type UserSort } from "~/staff/user-filter";
import { figure, heading, quantile } from "./report";
import { fillDays, fillUsers } from "./users-world";

const USERS = 1_000_000;
const SPENDERS = 50_000;
const ROUNDS = 9;
const GOAL = "at most 50";
const NOW = new Date();

/** The number of hits decides which half of the search answers: so there are both kinds, short and long. */
const NEEDLES = [
  ...["a", "7", "ж", "☃", "q", "an", "7@", "zq", "伟", "юж", "@example.com", "example.com", "anna", "иван", "kowalski"],
  ...[
    "9999",
    "12345",
    "anna.schmidt99",
    "q@example.com",
    "schmidt12345@gmail",
    "xyzzy",
    "nobody@nowhere",
    "%",
    "_",
    "\\",
    "o'neill",
  ],
  ...["wei yılmaz", "n777777", "uni-42.example", "ilva100@uni-1.exampl", "a b"],
];
const FACETS: [string, Partial<UserFilter>][] = [
  ["role support", { role: "support" }],
  ["state suspended", { state: "suspended" }],
  ["status canceled", { status: "canceled" }],
  ["reddit in Iceland", { source: "reddit", country: "IS" }],
  ["in debt", { debt: true }],
  ["low balance, DE", { low: true, country: "DE" }],
  ["seen today", { seen: "today" }],
  ["never seen", { seen: "never" }],
  ["suspended, 'anna', seen in 7 days", { state: "suspended", q: "anna", seen: "7" }],
];

/** Searching, filtering, sorting and counting a million users, as the staff's screens of users do. */
export async function benchUsers(): Promise<void> {
  heading(`Users: ${USERS} of them`);
  await fillUsers(USERS, NOW);
  await fillDays(SPENDERS, NOW);
  const everyone: UserFilter = { ...EVERYONE, fields: ["n", "e", "t"] };
  const page = (filter: UserFilter, page = 1, sort: UserSort = "newest") => findUsers({ filter, sort, page, now: NOW });
  for (const q of NEEDLES) await show(`search '${q}'`, () => page({ ...everyone, q }));
  for (const q of ["example.com", "q@exa", "anna"])
    await show(`search '${q}', names only`, () => page({ ...EVERYONE, fields: ["n"], q }));
  for (const list of ["pro", "free"] as const) await show(`list ${list}, page 1`, () => page({ ...EVERYONE, list }));
  await show("list pro, page 400", () => page({ ...EVERYONE, list: "pro" }, 400));
  for (const [name, facets] of FACETS) await show(name, () => page({ ...everyone, ...facets }));
  for (const sort of SORTS) await show(`sorted by ${sort}`, () => page(everyone, 1, sort));
  for (const sort of SORTS) await show(`'anna' by ${sort}`, () => page({ ...everyone, q: "anna" }, 1, sort));
  await show("'kowalski', page 100", () => page({ ...everyone, q: "kowalski" }, 100));
  await show("active users of 1, 7, 30 days", () => readActiveUsers({ now: NOW }));
  await show("sign-ups of 7 days", () => listSignUps({ days: 7, now: NOW }));
  await once(`figures of ${SPENDERS} tenants read anew, s`, () => refreshFigures({ now: NOW }));
  await show("top users by coins", () => listTopPaid());
  await once("all users as CSV would have them, s", async () => {
    let rows = 0;
    for await (const _user of eachUser({ filter: everyone, sort: "newest", now: NOW })) rows += 1;
    if (rows !== USERS) throw new Error(`${rows} rows`);
  });
  const [size] = await db.query<{ table: string; index: string }>(
    `select pg_size_pretty(pg_table_size('user_search')) as table, pg_size_pretty(pg_relation_size('user_search_words_idx')) as index`,
  );
  figure("size of user_search, and of its index of words", `${size?.table}, ${size?.index}`);
}

async function show(name: string, work: () => Promise<unknown>): Promise<void> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    samples.push(performance.now() - began);
  }
  figure(`${name}, median ms`, quantile(samples, 0.5).toFixed(1), GOAL);
}

async function once(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  figure(name, ((performance.now() - began) / 1000).toFixed(1));
}

import { z } from "zod";
import { LISTED_USER } from "~/accounts/find-user.server";
import type { ListedUser } from "~/staff/read-users.server";
import { eachListed, listFilter, listUsers, type UserList } from "~/staff/list-users.server";
import { streamText } from "./stream-text.server";

const ROWS_PER_PIECE = 200;

/** Query of a documented list of users (3.6). */
export const UserListQuery = z.object({
  filter: z
    .string()
    .default("")
    .meta({
      description: "Part of the name or email, in any case; cut to 100 characters",
      examples: ["example"],
    }),
  page: z
    .unknown()
    .transform((given) => {
      if (given === undefined || given === "") return undefined;
      return /^[1-9]\d{0,8}$/.test(String(given)) ? Number(given) : 1;
    })
    .meta({
      description: "Page of 25 rows, from 1; beyond the last page, the last. Omitted: the newest 10000 at once",
      type: "integer",
      minimum: 1,
    })
    .optional(),
});

interface Asked {
  list: UserList;
  input: z.output<typeof UserListQuery>;
  /** Receives `X-Total-Count` and `X-Page-Count`, which count only the checked users if very many match. */
  headers: Headers;
  now: Date;
}

/** Answers one page, or the whole list in pieces as they are read: 10,000 users are never held in memory. */
export async function answerUserList({ list, input, headers, now }: Asked): Promise<object[] | Response> {
  const filter = listFilter(list, input.filter);
  const { rows, total, pages } = await listUsers({ filter, sort: "newest", page: input.page ?? 1, now });
  headers.set("X-Total-Count", String(total));
  headers.set("X-Page-Count", String(pages));
  if (input.page !== undefined) return rows.map(LISTED_USER.only);
  headers.set("Content-Type", "application/json");
  return new Response(streamText(asJson(eachListed(filter, now))), { headers });
}

async function* asJson(users: AsyncIterable<ListedUser>): AsyncGenerator<string> {
  let piece = "[";
  let count = 0;
  for await (const user of users) {
    piece += (count > 0 ? "," : "") + JSON.stringify(LISTED_USER.only(user));
    if (++count % ROWS_PER_PIECE > 0) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}

import { epochSeconds } from "~/platform/epoch-seconds";
import { pageNumber, pageOf } from "~/platform/http/page-number";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { readSession } from "~/platform/http/session.server";
import { countOwnConversations, listOwnConversations } from "~/site/inside/inbox/own-conversations.server";

/** The conversations of the person who is logged in; null without any, and for a suspended account, which cannot open them. */
export async function readOwnList(args: RouteArgs) {
  const account = (await readSession(args))?.account;
  if (!account || account.state === "suspended") return null;
  const { userId } = account;
  const total = await countOwnConversations({ userId });
  if (total === 0) return null;
  const { offset, limit, ...paging } = pageOf(total, pageNumber(new URL(args.request.url).searchParams, "page"));
  const rows = await listOwnConversations({ userId, limit, offset });
  return {
    ...paging,
    rows: rows.map(({ id, lastAt, ...row }) => ({
      ...row,
      id: String(id),
      lastTs: epochSeconds(lastAt),
    })),
  };
}

export type OwnList = NonNullable<Awaited<ReturnType<typeof readOwnList>>>;

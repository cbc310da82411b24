import {
  CLOSED_MAX,
  type ConversationRow,
  countConversations,
  type InboxTab,
  listConversations,
  searchConversations,
  TABS,
} from "~/site/inside/inbox/list-conversations.server";
import { readsInbox } from "~/site/inside/inbox/inbox-readers.server";
import { allRows } from "~/platform/all-rows";
import { epochSeconds } from "~/platform/epoch-seconds";
import { csvTable } from "~/platform/http/csv-instead.server";
import { pageNumber, pageOf } from "~/platform/http/page-number";

const Q_MAX = 100;
const FILE_PAGE = 500;

interface Asked {
  search: URLSearchParams;
  userId: number;
  now: Date;
}

export function askedInbox(search: URLSearchParams): { q: string; tab: InboxTab; page: number } {
  const tab = TABS.find((one) => one === search.get("show")) ?? "open";
  return { q: (search.get("q") ?? "").trim().slice(0, Q_MAX), tab, page: pageNumber(search, "page") };
}

/** A tab of the inbox, or what a search finds in all of it. */
export async function readInboxScreen({ search, userId, now }: Asked) {
  const { q, tab, page } = askedInbox(search);
  const [counts, found, told] = await Promise.all([
    countConversations({ userId }),
    q === "" ? null : searchConversations({ q }),
    readsInbox({ userId }),
  ]);
  const { offset, limit, ...paging } = pageOf(found ? found.length : counts[tab], page);
  const rows = found ? found.slice(offset, offset + limit) : await listConversations({ tab, userId, limit, offset });
  return { q, tab, counts, told, ...paging, rows: rows.map((row) => viewOf(row, now)) };
}

export type InboxView = Awaited<ReturnType<typeof readInboxScreen>>;
export type ConversationView = InboxView["rows"][number];

function viewOf({ id, waitingSince, lastAt, ...row }: ConversationRow, now: Date) {
  return {
    ...row,
    id: String(id),
    waitsSeconds: waitingSince ? Math.max(0, Math.floor((now.getTime() - waitingSince.getTime()) / 1000)) : null,
    lastTs: epochSeconds(lastAt),
  };
}

/** Declares the file of the tab or the search, with all of its pages. */
export function inboxCsv({ search, userId }: Asked) {
  const { q, tab } = askedInbox(search);
  return {
    conversations: () =>
      csvTable(q === "" ? allOf(tab, userId) : () => searchConversations({ q }), {
        Conversation: ({ id }) => id,
        "Waiting since": ({ waitingSince }) => waitingSince,
        Name: ({ name }) => name,
        Email: ({ email }) => email,
        Subject: ({ subject }) => subject,
        State: ({ state }) => state,
        "Assigned to": ({ assignee }) => assignee ?? "",
        Messages: ({ messages }) => messages,
        "Last message": ({ lastAt }) => lastAt,
      }),
  };
}

function allOf(tab: InboxTab, userId: number): AsyncGenerator<ConversationRow> {
  let offset = 0;
  return allRows<ConversationRow>(async () => {
    if (tab === "closed" && offset >= CLOSED_MAX) return [];
    const rows = await listConversations({ tab, userId, limit: FILE_PAGE, offset });
    offset += rows.length;
    return rows;
  });
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { presentTime } from "~/platform/time.server";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SearchForm } from "~/platform/ui/search-form";
import { Tabs } from "~/platform/ui/tabs";
import { inboxAction } from "./inbox-action.server";
import { InboxTable } from "./inbox-table";
import { inboxCsv, readInboxScreen } from "./read-inbox-screen.server";

export const meta: MetaFunction = () => [{ title: "Inbox · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args, "inbox");
  const asked = { search: new URL(args.request.url).searchParams, userId, now: presentTime() };
  await csvInstead(args, inboxCsv(asked));
  return await readInboxScreen(asked);
}

export async function action(args: ActionFunctionArgs) {
  return await inboxAction(args, await requireStaff(args, "inbox"));
}

/** Conversations with customers and visitors, the longest waiting first. */
export default function Inbox() {
  const { q, tab, counts, told, rows, page, pages } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Inbox"
      actions={
        <>
          <PostForm intent={told ? "unsubscribe" : "subscribe"}>
            <Button look="quiet" size="small">
              {told ? "Stop mails to me" : "Mail me new messages"}
            </Button>
          </PostForm>
          <ButtonLink to="/dashboard/inbox-answers" size="small">
            Saved answers
          </ButtonLink>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Tabs
          label="Conversations"
          tabs={TAB_LABELS.map(({ of, label }) => ({
            label: of === "closed" ? label : `${label} ${counts[of].toLocaleString("en-US")}`,
            to: `/dashboard/inbox?show=${of}`,
            current: q === "" && of === tab,
          }))}
        />
        <Panel padded={false}>
          <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-3 sm:px-5">
            <SearchForm
              name="q"
              value={q}
              label="Search conversations"
              placeholder="Address, name or words"
              button="Search"
              replaces={["show", "page"]}
            />
            <CsvLink of="conversations" />
          </div>
          <InboxTable rows={rows} empty={q === "" ? EMPTY[tab] : "No conversation has these words."} />
          {pages > 1 ? <Pager page={page} pages={pages} of="conversations" /> : null}
        </Panel>
      </div>
    </Page>
  );
}

const TAB_LABELS = [
  { of: "open", label: "Open" },
  { of: "mine", label: "Mine" },
  { of: "unassigned", label: "Unassigned" },
  { of: "closed", label: "Closed" },
] as const;

const EMPTY = {
  open: "Nobody waits. Feedback, the contact form and mails from customers appear here.",
  mine: "No open conversation is assigned to you.",
  unassigned: "Every open conversation is assigned to somebody.",
  closed: "No closed conversations. They are kept for 365 days.",
};

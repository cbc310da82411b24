import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SHOWN } from "~/platform/shown-messages";
import { hasMailbox, readMailbox } from "~/platform/mailbox.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { MailCard } from "./mail-card";

export const meta: MetaFunction = () => [{ title: "Mailbox · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  if (!hasMailbox()) throw refusalPage(404, SHOWN.notFound);
  const page = Number(new URL(request.url).searchParams.get("page"));
  return await readMailbox({ page: Number.isSafeInteger(page) && page >= 1 ? page : 1 });
}

export default function Mailbox() {
  const { mails, page, pages } = useLoaderData<typeof loader>();
  return (
    <Page title="Mailbox" lead="Every mail from this demo, newest first. No mail leaves this machine.">
      <Panel padded={false}>
        {mails.length === 0 ? (
          <Empty title="No emails yet">Register, or ask for a new password, and the email appears here.</Empty>
        ) : (
          <ul>
            {mails.map((mail) => (
              <MailCard key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
        {pages > 1 ? <Pager page={page} pages={pages} /> : null}
      </Panel>
    </Page>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/platform/ui/button-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { ContactForm } from "./contact-form";
import { OwnConversations } from "./own-list";
import { readOwnList } from "./read-own-list.server";
import { sendContact } from "./send-contact.server";

export const meta: MetaFunction = () => pageMeta("Contact · Millrace", "Write to the people who run Millrace.");

export { headers } from "~/platform/http/action-headers";

export async function loader(args: LoaderFunctionArgs) {
  return { sent: new URL(args.request.url).searchParams.has("sent"), own: await readOwnList(args) };
}

export async function action(args: ActionFunctionArgs) {
  return await sendContact(args);
}

export default function Contact() {
  const { sent, own } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page title="Contact" lead="A person reads this and replies by email.">
      <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
        <Panel>{sent ? <Sent /> : <ContactForm answer={answer} />}</Panel>
        <QuickAnswers />
      </div>
      {own ? <OwnConversations list={own} /> : null}
    </Page>
  );
}

function Sent() {
  return (
    <Empty title="Thank you">
      <p>Your message is on its way to us.</p>
      <ButtonLink to="/contact" className="mt-4">
        Write another message
      </ButtonLink>
    </Empty>
  );
}

function QuickAnswers() {
  return (
    <Panel title="Often quicker">
      <ul className="flex flex-col gap-3 text-sm">
        <li>
          <TextLink to="/faq">Questions and answers</TextLink>
          <p className="text-muted">Billing, the queue, incidents and refunds, SSH, the API.</p>
        </li>
        <li>
          <TextLink to="/free">Free capacity</TextLink>
          <p className="text-muted">Which GPUs would start now.</p>
        </li>
        <li>
          <TextLink to="/forgot">Forgot your password?</TextLink>
          <p className="text-muted">A link to your address lets you set a new one.</p>
        </li>
      </ul>
      <p className="mt-5 border-t pt-4 text-sm text-muted">
        Writing about a task? Tell us its name and the time in UTC. Never send us passwords, API keys or private SSH
        keys.
      </p>
    </Panel>
  );
}

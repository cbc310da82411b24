import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { presentTime } from "~/platform/time.server";
import { Badge } from "~/platform/ui/badge";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { formatSpan } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Thread } from "~/site/views/thread";
import { AnswerForm } from "./answer-form";
import { conversationAction } from "./conversation-action.server";
import { Customer } from "./customer";
import { type ConversationScreen, conversationIdOf, readConversationScreen } from "./read-conversation-screen.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.conversation.subject : "Conversation"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "conversation");
  return await readConversationScreen(args, { id: conversationIdOf(args.params["id"]), viewer, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "conversation");
  return await conversationAction(args, { id: conversationIdOf(args.params["id"]), viewer });
}

/** A conversation: its messages, the answer, and next to them who writes. */
export default function Conversation() {
  const loaded = useLoaderData<typeof loader>();
  const { conversation, messages, earlier, seen, answers, mayAct } = loaded;
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  const { address, name } = conversation;
  return (
    <Page
      title={<bdi>{conversation.subject}</bdi>}
      back={{ to: "/dashboard/inbox", label: "Inbox" }}
      lead={<Standing loaded={loaded} />}
      actions={mayAct ? <Acts loaded={loaded} answer={answer} /> : null}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Thread
            messages={messages}
            earlier={earlier}
            authorOf={({ kind, author, foreignAddress }) =>
              kind === "customer"
                ? (foreignAddress ?? (name || address)) || "A mail server"
                : (author ?? "A former colleague")
            }
            foreign="not the customer’s address"
          />
          {mayAct ? (
            <AnswerForm {...{ address, seen, answers, answer }} />
          ) : (
            <p className="border-t pt-5 text-sm text-muted">
              You can read. To answer, your role needs the right “Answer the inbox”.
            </p>
          )}
        </div>
        <Customer loaded={loaded} />
      </div>
    </Page>
  );
}

function Standing({ loaded: { conversation, staff } }: { loaded: ConversationScreen }) {
  const { state, waitsSeconds, assignedTo, source } = conversation;
  const assignee = staff.find(({ id }) => id === assignedTo)?.name;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {state === "closed" ? (
        <Badge>closed</Badge>
      ) : waitsSeconds === null ? (
        <Badge tone="ok">answered</Badge>
      ) : (
        <Badge tone="warn">{`waits for us, ${formatSpan(waitsSeconds)}`}</Badge>
      )}
      <span>{SOURCES[source]}</span>
      <span>{assignee ? `assigned to ${assignee}` : "assigned to nobody"}</span>
    </span>
  );
}

const SOURCES = { chat: "from the feedback form", contact: "from the contact form", mail: "by mail" };

function Acts({ loaded, answer }: { loaded: ConversationScreen; answer: FormAnswer | undefined }) {
  const { conversation, staff, me } = loaded;
  const { state, assignedTo } = conversation;
  const refused = answer?.intent === "assign" ? answer.message : undefined;
  const isOpen = state === "open";
  return (
    <>
      <PostForm intent="assign" className="flex items-start gap-2">
        <SelectField
          field={fieldState("to", String(assignedTo ?? ""), refused)}
          label="Assigned to"
          quiet
          choices={[
            { value: "", label: "Nobody" },
            ...staff.map(({ id, name }) => ({ value: String(id), label: id === me ? `${name} (you)` : name })),
          ]}
        />
        <Button>Assign</Button>
      </PostForm>
      <PostForm intent={isOpen ? "close" : "reopen"}>
        <Button>{isOpen ? "Close" : "Open again"}</Button>
      </PostForm>
    </>
  );
}

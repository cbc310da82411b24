import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Page } from "~/platform/ui/page";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Thread } from "~/site/views/thread";
import { conversationIdOf } from "../conversation/read-conversation-screen.server";
import { ownAction } from "./own-action.server";
import { readOwnScreen } from "./read-own-screen.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.subject : "Conversation"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "own-conversation");
  return await readOwnScreen({ id: conversationIdOf(args.params["id"]), viewer });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCustomer(args, "own-conversation");
  return await ownAction(args, { id: conversationIdOf(args.params["id"]), viewer });
}

/** The person's own conversation with us. */
export default function OwnConversation() {
  const { subject, state, isWaiting, messages, earlier } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  const [form, fields] = useAnsweredForm<{ text: string }>("write", answer);
  return (
    <Page
      title={<bdi>{subject}</bdi>}
      back={{ to: "/contact", label: "Contact" }}
      lead={
        isWaiting ? "We answer here and by email." : state === "closed" ? "Closed. A new message opens it again." : null
      }
    >
      <div className="flex max-w-3xl flex-col gap-5">
        <Thread
          messages={messages}
          earlier={earlier}
          authorOf={({ kind, foreignAddress }) =>
            kind === "staff" ? "Millrace" : (foreignAddress ?? "You") || "A mail server"
          }
          foreign="not your address"
        />
        <PostForm intent="write" id={form.id} className="flex flex-col gap-4 border-t pt-5">
          <Refused answer={answer} />
          {/* A sent text leaves the field. */}
          <TextareaField key={messages.length} field={fields.text} label="Your message" rows={6} />
          <div>
            <SubmitButton intent="write">Send</SubmitButton>
          </div>
        </PostForm>
      </div>
    </Page>
  );
}

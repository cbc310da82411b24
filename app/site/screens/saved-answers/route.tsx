import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { hasRight } from "~/platform/staff-rights";
import { Button } from "~/platform/ui/button";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { PLACEHOLDERS } from "~/site/inside/inbox/fill-answer";
import { listSavedAnswers, type SavedAnswer } from "~/site/inside/inbox/saved-answers.server";
import { answersAction } from "./answers-action.server";

export const meta: MetaFunction = () => [{ title: "Saved answers · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "saved-answers");
  return { answers: await listSavedAnswers(), mayAct: hasRight(viewer, "inbox.act") };
}

export async function action(args: ActionFunctionArgs) {
  return await answersAction(args, await requireStaff(args, "saved-answers"));
}

/** Texts that staff put into their answers. */
export default function SavedAnswers() {
  const { answers, mayAct } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  return (
    <Page
      title="Saved answers"
      back={{ to: "/dashboard/inbox", label: "Inbox" }}
      lead={`Texts for answers in the inbox. ${PLACEHOLDERS.join(", ")} become the customer’s name, the subject and your name.`}
    >
      {answers.length === 0 ? (
        <Panel>
          <Empty title="No saved answers">Save what you write often, and insert it into an answer.</Empty>
        </Panel>
      ) : (
        <ul className="divide-y rounded-panel border bg-surface shadow-panel">
          {answers.map((saved) => (
            <li key={saved.id} className="px-4 py-3 sm:px-5">
              <Saved saved={saved} mayAct={mayAct} answer={answer} />
            </li>
          ))}
        </ul>
      )}
      {mayAct ? (
        <Panel title="New answer">
          <AnswerFields key={answers.length} saved={null} answer={answer?.intent === "add" ? answer : undefined} />
        </Panel>
      ) : null}
    </Page>
  );
}

function Saved({ saved, mayAct, answer }: { saved: SavedAnswer; mayAct: boolean; answer: FormAnswer | undefined }) {
  const own = answer?.intent === "save" && answer.lastResult.initialValue?.["id"] === String(saved.id);
  return (
    <details open={own || undefined} className="more">
      <summary className="flex items-center gap-1.5 font-medium [overflow-wrap:anywhere]">{saved.name}</summary>
      {mayAct ? (
        <div className="mt-3 flex flex-col gap-3">
          <AnswerFields saved={saved} answer={own ? answer : undefined} />
          <PostForm intent="delete">
            <input type="hidden" name="id" value={saved.id} />
            <Button look="quiet" size="small">
              Delete
            </Button>
          </PostForm>
        </div>
      ) : (
        <p className="mt-2 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">{saved.text}</p>
      )}
    </details>
  );
}

function AnswerFields({ saved, answer }: { saved: SavedAnswer | null; answer: FormAnswer | undefined }) {
  const intent = saved ? `save-${saved.id}` : "add";
  const [form, fields] = useAnsweredForm<{ name: string; text: string }>(intent, answer && { ...answer, intent }, {
    name: saved?.name,
    text: saved?.text,
  });
  return (
    <PostForm intent={saved ? "save" : "add"} id={form.id} className="flex max-w-2xl flex-col gap-4">
      <Refused answer={answer} />
      {saved ? <input type="hidden" name="id" value={saved.id} /> : null}
      <TextField field={fields.name} label="Name" maxLength={60} autoComplete="off" />
      <TextareaField field={fields.text} label="Text" rows={5} />
      <div>
        <SubmitButton look={saved ? "secondary" : "primary"}>{saved ? "Save" : "Add answer"}</SubmitButton>
      </div>
    </PostForm>
  );
}

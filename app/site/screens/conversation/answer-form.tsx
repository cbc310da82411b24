import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { Button } from "~/platform/ui/button";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextareaField } from "~/platform/ui/textarea-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENTS = ["answer", "answer-and-close", "note", "insert"];

interface AnswerFormProps {
  address: string;
  /** The newest message shown: a newer one stops the answer. */
  seen: string;
  answers: { id: number; name: string }[];
  answer: FormAnswer | undefined;
}

/** Answers by mail, or adds a note; the button chooses. */
export function AnswerForm({ address, seen, answers, answer }: AnswerFormProps) {
  const own = answer && INTENTS.includes(answer.intent) ? { ...answer, intent: "write" } : undefined;
  const [form, fields] = useAnsweredForm<{ text: string; answer: string }>("write", own);
  const { text } = fields;
  return (
    <PostForm id={form.id} className="flex flex-col gap-4 border-t pt-5">
      <Refused answer={own} />
      <input type="hidden" name="seen" value={seen} />
      {/* A sent text leaves the field, and a saved answer enters it. */}
      <TextareaField
        key={`${seen} ${text.defaultValue ?? ""}`}
        field={text}
        label="Your answer"
        hint={`Goes by mail to ${address}.`}
        rows={8}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton name="intent" value="answer" intent="answer">
            Send
          </SubmitButton>
          <SubmitButton name="intent" value="answer-and-close" intent="answer-and-close" look="secondary">
            Send and close
          </SubmitButton>
          <SubmitButton name="intent" value="note" intent="note" look="quiet">
            Add as note
          </SubmitButton>
        </div>
        {answers.length > 0 ? (
          <div className="flex min-w-0 items-start gap-2">
            <SelectField
              key={text.defaultValue}
              field={fields.answer}
              label="Saved answer"
              quiet
              choices={[
                { value: "", label: "Saved answer …" },
                ...answers.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              className="max-w-52"
            />
            <Button name="intent" value="insert">
              Insert
            </Button>
          </div>
        ) : (
          <TextLink to="/dashboard/inbox-answers" className="self-center text-sm">
            Save answers that you write often
          </TextLink>
        )}
      </div>
    </PostForm>
  );
}

import { madeVisible } from "~/platform/hidden-characters";
import type { CheckedEvents } from "~/usage/inside/intake/check-events.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { formatCount } from "~/platform/ui/format";
import type { IngestionAnswer } from "./ingestion-answers";

const INTENT = "check-event";

interface CheckEventProps {
  answer: FormAnswer | undefined;
  checked: IngestionAnswer["checked"];
  sources: { value: string; label: string }[];
}

/** Shows the verdict on a pasted event, in any form of events; stores nothing. */
export function CheckEvent({ answer, checked, sources }: CheckEventProps) {
  const refused = answer?.intent === INTENT ? answer : undefined;
  const [form, fields] = useAnsweredForm<{ source_id: string; text: string }>(INTENT, refused, {
    source_id: checked?.sourceId,
    text: checked?.text,
  });
  return (
    <div className="flex flex-col gap-4">
      <PostForm id={form.id} intent={INTENT} className="flex flex-col gap-4">
        <Refused answer={refused} />
        <TextareaField
          field={fields.text}
          label="Event"
          rows={6}
          spellCheck={false}
          className="font-mono text-code"
          hint="JSON: an event, a batch with events, a CloudEvent, or what LiteLLM logs."
        />
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            field={fields.source_id}
            label="Sent by"
            choices={[{ value: "", label: "Any source" }, ...sources]}
          />
          <SubmitButton intent={INTENT} look="secondary">
            Check event
          </SubmitButton>
        </div>
      </PostForm>
      {checked ? <Outcome result={checked.result} /> : null}
    </div>
  );
}

function Outcome({ result: { accepted, duplicates, rejected, events } }: { result: CheckedEvents }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="font-medium">
        {`Would be accepted: ${accepted}. Known already: ${duplicates}. Rejected: ${rejected.length}.`}
      </p>
      {rejected.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {rejected.map(({ index, key, message }) => (
            <li key={index} className="break-all">{`Number ${index}, key ${madeVisible(key) || "–"}: ${message}`}</li>
          ))}
        </ul>
      ) : null}
      {events.length > 0 ? (
        <div className="overflow-hidden rounded-panel border">
          <Table
            caption="As understood"
            rows={events}
            rowKey={({ index }) => index}
            empty=""
            columns={[
              { head: "Key", cell: ({ key }) => madeVisible(key), className: "break-all" },
              { head: "Model", cell: ({ model }) => model, className: "break-all" },
              { head: "User", cell: ({ user }) => user, className: "[overflow-wrap:anywhere]" },
              { head: "Kind", cell: ({ kind }) => kind },
              { head: "Prompt", cell: ({ prompt }) => formatCount(prompt), numeric: true },
              { head: "Generated", cell: ({ generated }) => formatCount(generated), numeric: true },
              {
                head: "Coins",
                cell: ({ coins, unpriced }) => (unpriced ? "0, no price" : formatCount(coins)),
                numeric: true,
              },
            ]}
          />
        </div>
      ) : null}
    </div>
  );
}

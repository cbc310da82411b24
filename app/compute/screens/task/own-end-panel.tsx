import { stopAfterChoices } from "~/compute/inside/tasks/own-end";
import type { JobRow } from "~/compute/list-jobs.server";
import { fieldState } from "~/platform/ui/field-state";
import { formatSpan } from "~/platform/ui/format";
import { STOP_AFTER_LABELS } from "~/platform/ui/labels";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";

interface OwnEndPanelProps {
  job: JobRow;
  /** The server's clock at the load, which decides the choices. */
  atMs: number;
  errors: Partial<Record<string, string[] | null>>;
}

/** The limits at which the task ends (S16), with the form that postpones or removes them. */
export function OwnEndPanel({ job, atMs, errors }: OwnEndPanelProps) {
  const dollars = job.max_dollars === 0 ? "" : job.max_dollars.toFixed(2);
  return (
    <Panel id="own-end" title="Stop rules">
      <PostForm intent="own-end" className="flex flex-col gap-4">
        <p className="text-sm">
          {job.ts_ends === 0 ? (
            "No end set: it runs until you kill it, its program ends or your balance is used up."
          ) : (
            <>
              It ends at <Time epochSeconds={job.ts_ends} />, as set below.
            </>
          )}
        </p>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <SelectField
            field={fieldState("max_seconds", String(job.max_seconds), errors["max_seconds"]?.[0])}
            label="Stop after"
            choices={choicesOf(job, atMs)}
            hint="Counted from when it started running"
          />
          <TextField
            field={fieldState("max_dollars", dollars, errors["max_dollars"]?.[0])}
            label="Spend limit in dollars"
            inputMode="decimal"
            autoComplete="off"
            hint="Leave empty for no limit"
          />
        </div>
        <div>
          <SubmitButton intent="own-end" look="secondary">
            Save
          </SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}

function choicesOf(job: JobRow, nowMs: number) {
  return stopAfterChoices(job, nowMs).map((seconds) => ({
    value: String(seconds),
    label: STOP_AFTER_LABELS[seconds] ?? formatSpan(seconds),
  }));
}

import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { SshChecks } from "./ssh-checks";
import type { SshReport } from "./ssh-report";

const INTENT = "check-ssh";

interface SshDoctorProps {
  report: SshReport | null;
  /** Tasks to choose from, if the screen is not about one. */
  tasks?: { resv_guid: string; task_name: string }[];
  /** Node of the task, if there are several. */
  node?: number | null;
  /** Part of the screen that shows the answer. */
  action?: string;
}

/** Finds out on demand why a login by SSH fails; works as a plain form. */
export function SshDoctor({ report, tasks, node = null, action = "#ssh-doctor" }: SshDoctorProps) {
  // A button that is disabled while busy loses the focus: it moves to the answer.
  const answered = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (report) answered.current?.focus();
  }, [report]);
  const busy = useNavigation().formData?.get("intent") === INTENT;
  return (
    <Panel
      id="ssh-doctor"
      title={node === null ? "SSH doctor" : `SSH doctor for node ${node}`}
      lead="Cannot log in? The doctor checks each step and tells you what is wrong."
    >
      <PostForm intent={INTENT} action={action} preventScrollReset className="flex flex-col gap-4">
        {tasks ? (
          <SelectField
            field={fieldState("resv_guid", report?.resvGuid ?? tasks[0]?.resv_guid ?? "")}
            label="Task"
            className="max-w-md"
            choices={[
              ...tasks.map((task) => ({ value: task.resv_guid, label: task.task_name })),
              { value: "", label: "No task, check only my key" },
            ]}
          />
        ) : null}
        {/* Folded away, because most faults are found without a user or a key. */}
        <details className="more" open={Boolean(report?.user || report?.key) || tasks?.length === 0}>
          <summary className="flex w-fit items-center gap-3 text-sm font-medium">Check a user or a key too</summary>
          <div className="flex flex-col gap-4 pt-4">
            <TextField
              field={fieldState("user", report?.user ?? "")}
              label="User you log in as (optional)"
              placeholder="root"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
            />
            <TextareaField
              field={fieldState("public_key", report?.key ?? "")}
              label="Your public key or its fingerprint (optional)"
              hint="The content of the file ending in .pub, or the output of ssh-keygen -l. Never paste the private key."
              rows={2}
              spellCheck={false}
              className="font-mono text-code"
            />
          </div>
        </details>
        <div>
          <SubmitButton intent={INTENT} look="secondary" className="w-36">
            {busy ? "Checking …" : "Check now"}
          </SubmitButton>
        </div>
      </PostForm>
      <div ref={answered} tabIndex={-1} aria-live="polite" aria-busy={busy} className="outline-none">
        {report ? <SshChecks checks={report.checks} /> : null}
      </div>
    </Panel>
  );
}

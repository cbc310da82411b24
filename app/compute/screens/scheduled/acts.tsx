import type { ScheduledRow } from "~/compute/read-scheduled.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface ActsProps {
  row: ScheduledRow;
  answer: FormAnswer | undefined;
  /** Address without the actions. */
  toClose: string;
}

/** The actions on a waiting task, under its row: moving it up, telling its customer, ending it. */
export function Acts({ row, answer, toClose }: ActsProps) {
  const { task_name, tenant_name, resv_guid } = row;
  const [moveForm, move] = useAnsweredForm<{ reason: string }>("move-up", answer);
  const [tellForm, tell] = useAnsweredForm<{ text: string }>("tell", answer);
  const guid = <input type="hidden" name="resv_guid" value={resv_guid} />;
  return (
    <section aria-label={`Actions on ${task_name}`} className="flex flex-col gap-3 pb-3">
      <Refused answer={answer} />
      <div className="grid items-start gap-6 md:grid-cols-3">
        <PostForm intent="move-up" id={moveForm.id} className="flex flex-col gap-3">
          {guid}
          <TextField
            field={move.reason}
            label="Reason to move it up"
            hint="The task becomes the first in its queue. The customer reads the reason."
            maxLength={200}
            autoComplete="off"
          />
          <div>
            <SubmitButton intent="move-up" look="secondary">
              Move up
            </SubmitButton>
          </div>
        </PostForm>
        <PostForm intent="tell" id={tellForm.id} className="flex flex-col gap-3">
          {guid}
          <TextareaField
            field={tell.text}
            label={`Message to ${tenant_name}`}
            hint="A notification and a mail about this task."
            rows={3}
            maxLength={500}
          />
          <div>
            <SubmitButton intent="tell" look="secondary">
              Tell the customer
            </SubmitButton>
          </div>
        </PostForm>
        <PostForm intent="end" className="flex flex-col gap-3 text-sm">
          {guid}
          <input type="hidden" name="tenant_name" value={tenant_name} />
          <p>
            End {task_name}? It leaves the queue and nothing is charged for it. The customer is notified, and has to
            order it again.
          </p>
          <div>
            <SubmitButton intent="end" look="danger">
              End task
            </SubmitButton>
          </div>
        </PostForm>
      </div>
      <p className="text-sm">
        <TextLink to={toClose} preventScrollReset>
          Close
        </TextLink>
      </p>
    </section>
  );
}

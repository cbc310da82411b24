import type { JobRow } from "~/compute/list-jobs.server";
import { DISPLAY_NAME_MAX, tagsAsText } from "~/compute/task-tags";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";

interface NamePanelProps {
  job: JobRow;
  errors: Partial<Record<string, string[] | null>>;
}

/** The task's display name, and its tags (9.8). */
export function NamePanel({ job, errors }: NamePanelProps) {
  return (
    <Panel id="name" title="Name and tags">
      <PostForm intent="describe" className="flex flex-col gap-4">
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField
            field={fieldState("display_name", job.display_name, errors["display_name"]?.[0])}
            label="Display name"
            placeholder={job.task_name}
            maxLength={DISPLAY_NAME_MAX}
            autoComplete="off"
            hint={`SSH, the API and statements still use ${job.task_name}.`}
          />
          <TextField
            field={fieldState("tags", tagsAsText(job.tags), errors["tags"]?.[0])}
            label="Tags"
            placeholder="llama, team-a"
            autoComplete="off"
            hint="Up to ten tags, separated by commas"
          />
        </div>
        <div>
          <SubmitButton intent="describe" look="secondary">
            Save
          </SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}

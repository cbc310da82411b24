import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

/** The confirmed kill: stops a running task, takes a queued one out of the queue. */
export function KillForm({ taskName }: { taskName: string }) {
  return (
    <PostForm intent="kill" className="flex flex-col gap-4">
      <input type="hidden" name="task_name" value={taskName} />
      <input type="hidden" name="confirm" value="1" />
      <p className="text-sm">
        <strong className="font-medium break-all">{taskName}</strong> ends and what is not saved elsewhere is lost.
      </p>
      <div>
        <SubmitButton look="danger">Kill task</SubmitButton>
      </div>
    </PostForm>
  );
}

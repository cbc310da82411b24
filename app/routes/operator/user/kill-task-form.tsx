import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

/** Ends a customer's task in the operator's name; the customer is told (6.2). */
export function KillTaskForm({ resvGuid }: { resvGuid: string }) {
  return (
    <PostForm intent="kill-task" className="flex flex-col gap-4">
      <input type="hidden" name="resv_guid" value={resvGuid} />
      <p className="text-sm">The customer’s task ends, what it has not saved elsewhere is lost, and they are told.</p>
      <div>
        <SubmitButton look="danger" intent="kill-task">
          Kill task
        </SubmitButton>
      </div>
    </PostForm>
  );
}

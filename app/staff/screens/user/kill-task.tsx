import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

/** Ends a customer's task in the operator's name, after a confirmation; the customer is notified (6.2). */
export function KillTask({ taskName, resvGuid }: { taskName: string; resvGuid: string }) {
  return (
    <Popup button="Kill" buttonLabel={`Kill ${taskName}`} title="Are you sure?" size="small">
      <PostForm intent="kill-task" className="flex flex-col gap-4">
        <input type="hidden" name="resv_guid" value={resvGuid} />
        <p className="text-sm">
          The customer’s task ends, anything not saved elsewhere is lost, and the customer is notified.
        </p>
        <div>
          <SubmitButton look="danger" intent="kill-task">
            Kill task
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

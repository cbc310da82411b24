import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

const INTENT = "delete-workspace";

/** The question before a workspace is deleted (9.7). */
export function DeleteForm({ name }: { name: string }) {
  return (
    <PostForm intent={INTENT} className="flex flex-col gap-4 text-left">
      <input type="hidden" name="workspace" value={name} />
      <input type="hidden" name="confirm" value="1" />
      <p>Are you sure you want to delete this workspace?</p>
      <p className="text-sm text-muted">Its tokens end at once. You can restore it for 30 days, with new tokens.</p>
      <div>
        <SubmitButton look="danger" intent={INTENT}>
          Delete workspace
        </SubmitButton>
      </div>
    </PostForm>
  );
}

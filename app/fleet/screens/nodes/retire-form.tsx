import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

/** The confirmed retirement of a node (6.1). */
export function RetireForm({ nodeName }: { nodeName: string }) {
  return (
    <PostForm intent="retire" className="flex flex-col gap-4">
      <input type="hidden" name="node" value={nodeName} />
      <input type="hidden" name="confirm" value="1" />
      <p className="text-sm">
        <strong className="font-medium break-all">{nodeName}</strong> disappears from all lists, and its agent’s key
        ends.
      </p>
      <div>
        <SubmitButton look="danger" intent="retire">
          Retire node
        </SubmitButton>
      </div>
    </PostForm>
  );
}

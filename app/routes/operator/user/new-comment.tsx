import { fieldState } from "~/ui/field-state";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { TextareaField } from "~/ui/textarea-field";
import type { UserFormRefusal } from "./refusal-of";

export function NewComment({ refusal }: { refusal: UserFormRefusal | null }) {
  return (
    <PostForm intent="comment" preventScrollReset className="flex flex-col gap-3 border-t pt-5">
      <TextareaField
        field={fieldState("body", refusal?.typed ?? "", refusal?.message)}
        label="New comment"
        maxLength={2000}
        rows={3}
      />
      <div>
        <SubmitButton intent="comment" look="secondary">
          Add comment
        </SubmitButton>
      </div>
    </PostForm>
  );
}

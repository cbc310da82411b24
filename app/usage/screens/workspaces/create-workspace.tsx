import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { CheckField } from "~/platform/ui/check-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { CREATE_INTENT, type FilledForm } from "./create-answer";
import { NameField } from "./name-field";
import { OwnerFields } from "./owner-fields";
import { useNameCheck } from "./use-name-check";

interface CreateWorkspaceProps {
  answer: FilledForm | undefined;
  /** Changes with each created workspace, which empties the form. */
  made: string;
}

/** The form 'Create workspace' (2.4); after an answer it is open, also without script. */
export function CreateWorkspace({ answer, made }: CreateWorkspaceProps) {
  return (
    <Popup button="Create workspace" title="Create workspace" look="primary" stayOpen={answer !== undefined}>
      <CreateForm key={made} answer={answer} />
    </Popup>
  );
}

export interface CreateFields extends Record<string, string> {
  name: string;
  max_users: string;
  email: string;
  inference_token: string;
  admin_token: string;
  welcome: string;
}

function CreateForm({ answer }: { answer: FilledForm | undefined }) {
  const [form, fields] = useAnsweredForm<CreateFields>(CREATE_INTENT, answer);
  const { mark, check } = useNameCheck(answer?.mark);
  const blocked = mark === "checking" || mark === "taken" || mark === "failed";
  return (
    <PostForm id={form.id} className="flex flex-col gap-4">
      {/* Enter in a field submits with the first button of a form. */}
      <button name="intent" value={CREATE_INTENT} hidden disabled={blocked} />
      <Refused answer={answer} />
      <NameField field={fields.name} mark={mark} check={check} />
      <TextField
        field={fields.max_users}
        label="Users"
        inputMode="numeric"
        autoComplete="off"
        hint="The most users it can have, 1 to 100. Leave empty for 1."
      />
      <OwnerFields email={fields.email} token={fields.inference_token} />
      <TextField
        field={fields.admin_token}
        label="Admin token"
        autoComplete="off"
        spellCheck={false}
        hint="The owner adds and removes users with it. Leave empty to have one generated."
      />
      <CheckField field={fields.welcome} label="Welcome email to the owner" />
      <div>
        <SubmitButton name="intent" value={CREATE_INTENT} intent={CREATE_INTENT} disabled={blocked}>
          Create
        </SubmitButton>
      </div>
      {/* Last, so that a button's own intent comes first: 'Remove it' of a field has none. */}
      <input type="hidden" name="intent" value={CREATE_INTENT} />
    </PostForm>
  );
}

import { useActionData } from "@remix-run/react";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { Panel } from "~/platform/ui/panel";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { ButtonLink } from "~/platform/ui/button-link";
import type { LoadedUser } from "./user-sections";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";

/** Staff's actions on a user's access and role (2.5), all of them audited. */
export function Access({ loaded: { user, ownImages, mayAdminister, roles } }: { loaded: LoadedUser }) {
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  if (user.state === "closed" || (!mayAdminister && !roles)) return null;
  return (
    <Panel
      id="access"
      title="Access"
      actions={
        roles ? (
          <ButtonLink size="small" look="quiet" to="/dashboard/staff-roles">
            What each role may do
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        {user.state === "active" && roles ? <RoleForm role={user.role} roles={roles} answer={answer} /> : null}
        {mayAdminister ? <AccessForms user={user} ownImages={ownImages} answer={answer} /> : null}
      </div>
    </Panel>
  );
}

function AccessForms({ user, ownImages, answer }: AnsweredProps & Pick<LoadedUser, "user" | "ownImages">) {
  return (
    <>
      {user.state === "suspended" ? (
        <PostForm intent="restore">
          <SubmitButton look="secondary" intent="restore">
            Restore
          </SubmitButton>
        </PostForm>
      ) : (
        <SuspendForm answer={answer} />
      )}
      {user.two_factor ? <ResetTwoFactor /> : null}
      <OwnImages allowed={ownImages} />
      <CloseForm answer={answer} />
    </>
  );
}

interface AnsweredProps {
  answer: FormAnswer | undefined;
}

function RoleForm({ role, roles, answer }: AnsweredProps & { role: string; roles: NonNullable<LoadedUser["roles"]> }) {
  const [form, fields] = useAnsweredForm<{ role: string }>("set-role", answer, { role });
  return (
    <PostForm intent="set-role" id={form.id} className="flex items-end gap-3">
      <SelectField
        field={fields.role}
        label="Role"
        choices={roles.map(({ name, label }) => ({ value: name, label }))}
      />
      <SubmitButton look="secondary" intent="set-role">
        Set role
      </SubmitButton>
    </PostForm>
  );
}

function SuspendForm({ answer }: AnsweredProps) {
  const [form, fields] = useAnsweredForm<{ reason: string }>("suspend", answer);
  return (
    <Popup button="Suspend" title="Suspend this account" stayOpen={answer?.intent === "suspend"}>
      <PostForm intent="suspend" id={form.id} className="flex flex-col gap-4">
        <p className="text-sm">All its tasks stop, its sessions end and its API key is refused.</p>
        <TextField
          field={fields.reason}
          label="Reason"
          maxLength={200}
          hint="The customer reads it under Staff access."
        />
        <div>
          <SubmitButton look="danger" intent="suspend">
            Suspend
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

/** The switch that lets the tenant's templates name images by reference. */
function OwnImages({ allowed }: { allowed: boolean }) {
  const button = allowed ? "Withdraw own images" : "Allow own images";
  return (
    <Popup button={button} title={button}>
      <PostForm intent="own-images" className="flex flex-col gap-4">
        <input type="hidden" name="allowed" value={allowed ? "0" : "1"} />
        <p className="text-sm">
          {allowed
            ? "No new task starts with one of their images; accepted tasks keep running, and can be ended above. The customer sees this change under Staff access."
            : "Their templates may name any image from any registry, with their own credentials. Our nodes pull and run these images. The customer sees this change under Staff access."}
        </p>
        <div>
          <SubmitButton look={allowed ? "danger" : "primary"} intent="own-images">
            {button}
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

function ResetTwoFactor() {
  return (
    <Popup button="Reset two-factor" title="Reset two-factor">
      <PostForm intent="reset-two-factor" className="flex flex-col gap-4">
        <p className="text-sm">
          For a user who has lost their phone and recovery codes. Verify who is asking first: afterwards the password
          alone opens the account.
        </p>
        <div>
          <SubmitButton look="danger" intent="reset-two-factor">
            Reset two-factor
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

function CloseForm({ answer }: AnsweredProps) {
  const [form, fields] = useAnsweredForm<{ confirm: string }>("close", answer);
  return (
    <Popup button="Close account" title="Close this account for good" stayOpen={answer?.intent === "close"}>
      <PostForm intent="close" id={form.id} className="flex flex-col gap-4">
        <p className="text-sm">
          The email address becomes free and the keys are removed. The ledger stays. This cannot be undone.
        </p>
        <CheckField field={fields.confirm} label="I am sure" />
        <div>
          <SubmitButton look="danger" intent="close">
            Close account
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

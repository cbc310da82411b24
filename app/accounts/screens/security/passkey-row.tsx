import type { ShownPasskey } from "~/accounts/inside/passkeys/list-passkeys.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { FormPopup } from "~/platform/ui/form-popup";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { NameInput } from "./name-input";
import { PasswordInput } from "~/accounts/views/password-input";
import { LoginMethodRow } from "./login-method-row";

interface PasskeyRowProps {
  passkey: ShownPasskey;
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

/** A passkey with its name, last use and removal. */
export function PasskeyRow({ passkey, askPassword, answer }: PasskeyRowProps) {
  const id = String(passkey.id);
  const { name } = passkey;
  const errorOf = (intent: string, field: string) =>
    answer?.intent === intent && answer.lastResult.initialValue?.["id"] === id
      ? answer.lastResult.error?.[field]?.join(" ")
      : undefined;
  return (
    <LoginMethodRow name={name} state={<State passkey={passkey} />}>
      <span className="flex flex-wrap gap-2">
        <FormPopup
          {...{ button: "Rename", buttonLabel: `Rename ${name}`, title: "Rename passkey", intent: "passkey-rename" }}
          hidden={{ id }}
          answer={answer}
        >
          <NameInput label="Name" value={name} error={errorOf("passkey-rename", "name")} />
          <div>
            <SubmitButton intent="passkey-rename">Save</SubmitButton>
          </div>
        </FormPopup>
        <FormPopup
          {...{ button: "Remove", buttonLabel: `Remove ${name}`, title: `Remove ${name}`, intent: "passkey-remove" }}
          hidden={{ id }}
          answer={answer}
        >
          <p className="text-sm text-muted">
            You can no longer log in with it, and all other sessions end. Delete it on your device as well.
          </p>
          {askPassword ? (
            <PasswordInput name="password" label="Password" error={errorOf("passkey-remove", "password")} />
          ) : null}
          <div>
            <SubmitButton intent="passkey-remove" look="danger">
              Remove
            </SubmitButton>
          </div>
        </FormPopup>
      </span>
    </LoginMethodRow>
  );
}

function State({ passkey: { backedUp, createdTs, usedTs } }: { passkey: ShownPasskey }) {
  return (
    <>
      <Badge tone="ok">{backedUp ? "passkey, synced" : "passkey"}</Badge>
      <span className="text-sm text-muted">
        {usedTs === null ? (
          <>
            added <Time epochSeconds={createdTs} />, not used yet
          </>
        ) : (
          <>
            used <Time epochSeconds={usedTs} />
          </>
        )}
      </span>
    </>
  );
}

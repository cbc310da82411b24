import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { CodeBlock } from "~/platform/ui/code-block";
import { Panel } from "~/platform/ui/panel";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { ButtonLink } from "~/platform/ui/button-link";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { PasswordInput } from "~/accounts/views/password-input";

interface ApiKeyPanelProps {
  /** `mr_…` and the last four characters. */
  masked: string;
  /** Last use, to the minute. */
  usedTs: number | null;
  /** The whole key, only in the answer to Show and Replace. */
  shown: string | null;
  /** True if the last login is too old to show or replace it without the password. */
  askPassword: boolean;
  /** True if logins ask for a code, which the key does not. */
  twoFactor: boolean;
  /** Why the screen's last form was refused. */
  answer: FormAnswer | undefined;
}

/** The account key: masked, shown on request, replaced by a new one (2.4). */
export function ApiKeyPanel({ masked, usedTs, shown, twoFactor, ...asked }: ApiKeyPanelProps) {
  return (
    <Panel
      title="API key"
      lead="This key can do everything that you can. Give each program its own key, which you can restrict and revoke."
      actions={
        <ButtonLink size="small" to="/user/api-keys">
          Keys for programs
        </ButtonLink>
      }
    >
      {twoFactor ? <p className="mb-3 text-sm text-muted">{KEY_WITHOUT_TWO_FACTOR}</p> : null}
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow basis-72">
          {shown ? (
            <CodeBlock label="Your API key" text={shown} />
          ) : (
            <p className="rounded-control border bg-sunken px-3 py-2 font-mono text-code leading-5">{masked}</p>
          )}
        </div>
        {shown ? null : (
          <KeyAction intent="show-key" button="Show" {...asked}>
            Shows the whole key on this page once.
          </KeyAction>
        )}
        <KeyAction intent="new-key" button="Replace" {...asked} asks>
          The current key stops working at once. Give the new one to the programs that use it.
          {twoFactor ? ` ${KEY_WITHOUT_TWO_FACTOR}` : ""}
        </KeyAction>
      </div>
      <p className="mt-2 text-sm text-muted">
        {usedTs === null ? (
          "Not used yet."
        ) : (
          <>
            Last used <Time epochSeconds={usedTs} />.
          </>
        )}
      </p>
    </Panel>
  );
}

const KEY_WITHOUT_TWO_FACTOR =
  "Two-factor protects your login, not this key: anyone who has the key can act as you without a code. Guard it like a password.";

interface KeyActionProps extends Pick<ApiKeyPanelProps, "askPassword" | "answer"> {
  intent: string;
  button: string;
  /** Confirms first, even without a password. */
  asks?: boolean;
  children: ReactNode;
}

function KeyAction({ intent, button, askPassword, answer, asks = false, children }: KeyActionProps) {
  const refused = answer?.intent === intent ? answer : undefined;
  if (!askPassword && !asks) {
    return (
      <PostForm intent={intent} className="flex flex-col gap-3">
        <Refused answer={refused} />
        <div>
          <SubmitButton look="secondary">{button}</SubmitButton>
        </div>
      </PostForm>
    );
  }
  return (
    <FormPopup button={button} title={`${button} API key`} intent={intent} answer={answer}>
      <p className="text-sm text-muted">{children}</p>
      {askPassword ? (
        <PasswordInput name="password" label="Password" error={refused?.lastResult.error?.["password"]?.join(" ")} />
      ) : null}
      <div>
        <SubmitButton look={asks ? "danger" : "primary"}>{button}</SubmitButton>
      </div>
    </FormPopup>
  );
}

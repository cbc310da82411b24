import type { TwoFactor } from "~/accounts/two-factor.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { Banner } from "~/platform/ui/banner";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { PasswordInput } from "~/accounts/views/password-input";
import { TwoFactorSetUp } from "./two-factor-set-up";
import { CodeBlock } from "~/platform/ui/code-block";

interface TwoFactorPanelProps {
  twoFactor: TwoFactor;
  /** Staff must turn it on before they can use the dashboard. */
  required: boolean;
  /** True if the last login is too old to begin without the password. */
  askPassword: boolean;
  /** The codes, only in the answer to the confirmation. */
  recoveryCodes: string[] | null;
  answer: FormAnswer | undefined;
}

/** Two-factor: off, being set up, or on (2.4). */
export function TwoFactorPanel(props: TwoFactorPanelProps) {
  const { twoFactor, required, askPassword, recoveryCodes, answer } = props;
  const { on, setUp, recoveryCodesLeft } = twoFactor;
  const refusalOf = (intent: string) =>
    answer?.intent === intent ? answer.lastResult.error?.["password"]?.join(" ") : undefined;
  return (
    <Panel
      id="two-factor"
      title={
        <span className="flex items-center gap-3">
          Two-factor <Badge tone={on ? "ok" : "neutral"}>{on ? "on" : "off"}</Badge>
        </span>
      }
      lead="After your password, logging in asks for a code from your phone: a stolen password alone is not enough."
    >
      <div className="flex flex-col items-start gap-4">
        {required ? <Banner tone="warn">Staff need two-factor. Turn it on to open the dashboard.</Banner> : null}
        {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} /> : null}
        {on ? (
          <>
            {recoveryCodes ? null : (
              <p className="text-sm text-muted tabular-nums">{recoveryCodesLeft} of 10 recovery codes left.</p>
            )}
            <FormPopup button="Turn off" title="Turn two-factor off" intent="totp-off" answer={answer}>
              <p className="text-sm text-muted">After that, your password is enough to log in.</p>
              <PasswordInput name="password" label="Password" error={refusalOf("totp-off")} />
              <div>
                <SubmitButton look="danger" intent="totp-off">
                  Turn off
                </SubmitButton>
              </div>
            </FormPopup>
          </>
        ) : setUp ? (
          <TwoFactorSetUp setUp={setUp} answer={answer} />
        ) : (
          <PostForm intent="totp-start" className="flex max-w-xs flex-col items-start gap-4">
            <Refused answer={answer?.intent === "totp-start" ? answer : undefined} />
            {askPassword ? <PasswordInput name="password" label="Password" error={refusalOf("totp-start")} /> : null}
            <SubmitButton intent="totp-start">Set up two-factor</SubmitButton>
          </PostForm>
        )}
      </div>
    </Panel>
  );
}

/** The ten codes, shown once. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join("\n");
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <Banner tone="ok">
        Two-factor is on. Keep these recovery codes in a safe place: each lets you log in once without your phone. They
        are not shown again.
      </Banner>
      <CodeBlock label="Recovery codes" text={text} />
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        download="millrace-recovery-codes.txt"
        className="prose-link self-start text-sm"
      >
        Download as a text file
      </a>
    </div>
  );
}

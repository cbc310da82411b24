import type { TwoFactor } from "~/domain/users/two-factor.server";
import type { FormAnswer } from "~/http/form.server";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Panel } from "~/ui/panel";
import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { PasswordInput } from "./password-input";
import { RecoveryCodes } from "./recovery-codes";
import { TwoFactorSetUp } from "./two-factor-set-up";

interface TwoFactorPanelProps {
  twoFactor: TwoFactor;
  /** Staff who must turn it on before they get at anything of the staff's. */
  required: boolean;
  /** Whether the last login is too long ago to begin without the password. */
  askPassword: boolean;
  /** The codes, only in the answer to the confirmation. */
  recoveryCodes: string[] | null;
  answer: FormAnswer | undefined;
}

/** Two-factor: off, being set up, or on (2.4). */
export function TwoFactorPanel(props: TwoFactorPanelProps) {
  const { twoFactor, required, askPassword, recoveryCodes, answer } = props;
  const { on, setUp, recoveryCodesLeft } = twoFactor;
  const refusalOf = (intent: string) => (answer?.intent === intent ? answer.message : undefined);
  const refused = refusalOf("totp-off");
  return (
    <Panel
      id="two-factor"
      title="Two-factor"
      lead="Logging in asks for a code from your phone as well as your password."
      actions={<Badge tone={on ? "ok" : "neutral"}>{on ? "on" : "off"}</Badge>}
      className="scroll-mt-20"
    >
      <div className="flex flex-col items-start gap-4">
        {required ? (
          <Banner tone="warn">Staff need two-factor. Turn it on to get at the dashboard.</Banner>
        ) : null}
        {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} /> : null}
        {on ? (
          <>
            {recoveryCodes ? null : (
              <p className="text-sm text-muted tabular-nums">
                {recoveryCodesLeft} of 10 recovery codes left.
              </p>
            )}
            <Popup button="Turn off" title="Turn two-factor off">
              <PostForm intent="totp-off" className="flex flex-col gap-4">
                <p className="text-sm text-muted">Your password alone then opens the account.</p>
                <PasswordInput name="password" label="Password" error={refused} />
                <div>
                  <SubmitButton look="danger" intent="totp-off">
                    Turn off
                  </SubmitButton>
                </div>
              </PostForm>
            </Popup>
            {refused ? <p className="text-sm text-danger">{refused}</p> : null}
          </>
        ) : setUp ? (
          <TwoFactorSetUp setUp={setUp} answer={answer} />
        ) : (
          <PostForm intent="totp-start" className="flex max-w-xs flex-col items-start gap-4">
            {askPassword ? (
              <PasswordInput name="password" label="Password" error={refusalOf("totp-start")} />
            ) : null}
            <SubmitButton intent="totp-start">Set up two-factor</SubmitButton>
          </PostForm>
        )}
      </div>
    </Panel>
  );
}

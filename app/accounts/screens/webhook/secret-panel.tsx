import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { PasswordInput } from "~/accounts/views/password-input";
import { NewSecret } from "../webhooks/new-secret";

interface SecretPanelProps {
  endpoint: EndpointRow;
  /** Set only in the answer to the form that created it. */
  secret: string | null;
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

/** The age of the signing secret, and a form for a new one. */
export function SecretPanel({ endpoint: { secret_ts, old_secret_ts }, secret, askPassword, answer }: SecretPanelProps) {
  return (
    <Panel title="Signing secret" lead="Use it to verify that a webhook comes from Millrace (Standard Webhooks).">
      <div className="flex max-w-3xl flex-col gap-4">
        {secret ? <NewSecret secret={secret} /> : null}
        <p className="text-sm">
          Created <Time epochSeconds={secret_ts} />. The secret is stored encrypted and not shown again.
          {old_secret_ts > 0 ? (
            <>
              {" "}
              Until <Time epochSeconds={old_secret_ts} />, webhooks are also signed with the previous secret.
            </>
          ) : null}
        </p>
        <div>
          <FormPopup button="Make a new secret" title="Make a new secret?" intent="rotate" answer={answer}>
            <p className="text-sm">
              For 24 hours each webhook carries two signatures: one with the new secret and one with the current secret.
              Give your program the new secret in that time.{" "}
              {old_secret_ts > 0 ? "The previous secret stops working at once." : null}
            </p>
            {askPassword ? (
              <PasswordInput
                name="password"
                label="Your password"
                error={answer?.intent === "rotate" ? answer.lastResult.error?.["password"]?.join(" ") : undefined}
              />
            ) : null}
            <div>
              <SubmitButton intent="rotate">Make a new secret</SubmitButton>
            </div>
          </FormPopup>
        </div>
      </div>
    </Panel>
  );
}

import type { ReactNode } from "react";
import type { TwoFactor } from "~/accounts/two-factor.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CodeBlock } from "~/platform/ui/code-block";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface TwoFactorSetUpProps {
  setUp: NonNullable<TwoFactor["setUp"]>;
  answer: FormAnswer | undefined;
}

/** The secret as image and text, and the first code, which turns two-factor on. */
export function TwoFactorSetUp({ setUp, answer }: TwoFactorSetUpProps) {
  const [form, fields] = useAnsweredForm<{ code: string }>("totp-confirm", answer);
  return (
    <div className="flex w-full flex-col gap-6 sm:flex-row sm:gap-8">
      <img
        src={setUp.qrImage}
        alt="QR code of the secret below"
        width={224}
        height={224}
        className="flex-none self-start rounded-control border bg-white"
      />
      <div className="flex min-w-0 grow flex-col gap-6">
        <Step n={1} title="Scan the image with an authenticator app">
          <p className="text-sm text-muted">
            Such as 1Password, Google Authenticator or Aegis. Cannot scan it? Type this secret:
          </p>
          <CodeBlock label="Secret" text={setUp.secret} />
        </Step>
        <Step n={2} title="Check that it works">
          <PostForm intent="totp-confirm" id={form.id} className="flex flex-col gap-4">
            <TextField
              field={fields.code}
              label="The code that the app shows now"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              placeholder="123456"
              className="max-w-40 font-mono"
              hint="You then get 10 recovery codes in case you lose your phone."
            />
            <div className="flex flex-wrap gap-2">
              <SubmitButton intent="totp-confirm">Turn on</SubmitButton>
              <SubmitButton intent="totp-cancel" look="secondary" form={CANCEL}>
                Cancel
              </SubmitButton>
            </div>
          </PostForm>
          <PostForm intent="totp-cancel" id={CANCEL} className="hidden" />
        </Step>
      </div>
    </div>
  );
}

const CANCEL = "totp-cancel";

function Step({ n, title, children }: { n: number; title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-md flex-col gap-3">
      <h3 className="text-sm font-semibold">
        {n}. {title}
      </h3>
      {children}
    </section>
  );
}

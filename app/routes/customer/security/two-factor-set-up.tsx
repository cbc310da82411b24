import type { TwoFactor } from "~/domain/accounts/two-factor/two-factor.server";
import type { FormAnswer } from "~/http/form.server";
import { CodeBlock } from "~/ui/code-block";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { useAnsweredForm } from "~/ui/use-answered-form";

interface TwoFactorSetUpProps {
  setUp: NonNullable<TwoFactor["setUp"]>;
  answer: FormAnswer | undefined;
}

/** The secret as image and as text, and the first code, which turns two-factor on. */
export function TwoFactorSetUp({ setUp, answer }: TwoFactorSetUpProps) {
  const [form, fields] = useAnsweredForm<{ code: string }>("totp-confirm", answer);
  return (
    <div className="grid w-full gap-6 md:grid-cols-[auto_minmax(0,1fr)]">
      <img
        src={setUp.qrImage}
        alt="QR code of the secret below"
        width={224}
        height={224}
        className="rounded-control border bg-white"
      />
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>Scan the image with an authenticator app, such as Aegis, Google Authenticator or 1Password.</li>
        <li>
          <span>Or type this secret into the app:</span>
          <div className="mt-2 max-w-md">
            <CodeBlock label="Secret" text={setUp.secret} />
          </div>
        </li>
        <li>
          <PostForm intent="totp-confirm" id={form.id} className="flex max-w-xs flex-col gap-3">
            <TextField
              field={fields.code}
              label="The code that the app shows now"
              inputMode="numeric"
              autoComplete="one-time-code"
              className="font-mono"
            />
            <div>
              <SubmitButton intent="totp-confirm">Turn on</SubmitButton>
            </div>
          </PostForm>
          <PostForm intent="totp-cancel" className="mt-3">
            <SubmitButton intent="totp-cancel" look="secondary">
              Cancel
            </SubmitButton>
          </PostForm>
        </li>
      </ol>
    </div>
  );
}

import type { ReactNode } from "react";
import { KEY_SCOPES, SCOPE_WORDS } from "~/accounts/key-scopes";
import type { WaitingLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { PasswordInput } from "~/accounts/views/password-input";

interface AllowFormProps {
  waiting: WaitingLogin;
  /** The user who authorizes it. */
  email: string;
  /** True if the last login is too old to authorize without the password. */
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

/** The program, its address and access, with Allow and Deny. Shows the code to compare, not to type again. */
export function AllowForm({ waiting, email, askPassword, answer }: AllowFormProps) {
  const { userCode, clientName, ip, askedTs } = waiting;
  const errors = answer?.lastResult.error ?? {};
  const codeRefused = errors["user_code"]?.join(" ");
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="rounded-control border bg-sunken px-3 py-3 text-center font-mono text-2xl font-semibold tracking-widest">
        {userCode}
      </p>
      <p>Your command line must show the same code. If it shows a different one, or none, deny.</p>
      <dl className="flex flex-col gap-2">
        <Line label="Program">{clientName}</Line>
        <Line label="Asked from">{ip || "unknown"}</Line>
        <Line label="Asked">
          <Time epochSeconds={askedTs} />
        </Line>
        <Line label="For">{email}</Line>
      </dl>
      <div>
        <p className="font-medium">It gets an API key for 90 days with access to:</p>
        <ul className="mt-1 list-disc pl-5 text-muted">
          {KEY_SCOPES.map((scope) => (
            <li key={scope}>
              <span className="font-mono text-ink">{scope}</span>: {SCOPE_WORDS[scope]}
            </li>
          ))}
        </ul>
      </div>
      <Refused answer={answer} />
      {codeRefused ? (
        <p role="alert" className="text-danger">
          {codeRefused}
        </p>
      ) : null}
      <PostForm intent="allow" className="flex flex-col gap-3">
        <input type="hidden" name="user_code" value={userCode} />
        {askPassword ? (
          <PasswordInput name="password" label="Your password" error={errors["password"]?.join(" ")} />
        ) : null}
        <SubmitButton intent="allow">Allow</SubmitButton>
      </PostForm>
      <PostForm intent="deny" className="flex flex-col">
        <input type="hidden" name="user_code" value={userCode} />
        <SubmitButton intent="deny" look="secondary">
          Deny
        </SubmitButton>
      </PostForm>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

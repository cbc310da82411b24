import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useSubmit } from "@remix-run/react";
import { useCallback } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { usePasskey } from "~/platform/ui/use-passkey";
import { useRootData } from "~/platform/ui/use-root-data";
import { NameInput } from "./name-input";
import { PasswordInput } from "~/accounts/views/password-input";

const KEY = "passkey-add";

const ask = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  await (await import("@simplewebauthn/browser")).startRegistration({ optionsJSON });

/** Creates a passkey on this device, in a security key or in an app, and adds it. */
export function AddPasskey({ askPassword, answer }: { askPassword: boolean; answer: FormAnswer | undefined }) {
  const submit = useSubmit();
  const token = useRootData()?.pageToken ?? "";
  const send = useCallback(
    (credential: string, name: string) =>
      submit({ _token: token, intent: "passkey-add", name, credential }, { method: "post", action: "/user/security" }),
    [submit, token],
  );
  const { ready, busy, fault, refusal } = usePasskey({ key: KEY, ask, send });
  const refused = answer?.intent === "passkey-add" ? answer : refusal;
  const errorOf = (field: string) => refused?.lastResult.error?.[field]?.join(" ");
  return (
    <Popup button="Add" title="Add a passkey" stayOpen={refused !== undefined}>
      <PostForm intent="passkey-begin" navigate={false} fetcherKey={KEY} className="flex flex-col gap-4">
        {fault ? (
          <div role="alert">
            <Banner tone="danger">{fault}</Banner>
          </div>
        ) : (
          <Refused answer={refused} />
        )}
        <p className="text-sm text-muted">
          Your device asks for your fingerprint, your face or its PIN, and then logs you in: no password and no code.
        </p>
        <NameInput label="What do you call it?" hint="Such as MacBook, or YubiKey" error={errorOf("name")} />
        {askPassword ? <PasswordInput name="password" label="Password" error={errorOf("password")} /> : null}
        <div>
          <SubmitButton busy={busy} disabled={!ready}>
            Continue
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useCallback, useRef } from "react";
import { PostForm } from "./post-form";
import { SubmitButton } from "./submit-button";
import { usePasskey } from "./use-passkey";

const KEY = "passkey-login";
const PATH = "/login/passkey";

const ask = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  await (await import("@simplewebauthn/browser")).startAuthentication({ optionsJSON });

/** Logging in by passkey (6.11). Placed where nothing is below it, and hidden without script. */
export function PasskeyLogin({ redirectTo }: { redirectTo: string }) {
  const signed = useRef<HTMLInputElement>(null);
  // Reloads the whole page: the login concerns every part of it.
  const send = useCallback((credential: string) => {
    if (!signed.current) return;
    signed.current.value = credential;
    signed.current.form?.requestSubmit();
  }, []);
  const { ready, busy, fault, refusal } = usePasskey({ key: KEY, ask, send });
  const said = fault ?? refusal?.message;
  return (
    <>
      <PostForm action={PATH} intent="passkey-begin" navigate={false} fetcherKey={KEY} className="flex flex-col">
        <SubmitButton look="secondary" busy={busy} disabled={!ready}>
          Log in with a passkey
        </SubmitButton>
      </PostForm>
      <PostForm action={PATH} intent="passkey-login" reloadDocument hidden>
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <input ref={signed} type="hidden" name="credential" defaultValue="" />
      </PostForm>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {said}
      </p>
    </>
  );
}

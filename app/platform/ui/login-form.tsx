import { type FormEvent, useState } from "react";
import { EXPIRED_WITHOUT_COOKIE, SHOWN } from "~/platform/shown-messages";
import { begunAt } from "~/platform/own-path";
import { askPath } from "~/platform/live/ask-path";
import { useRefetch } from "~/platform/live/use-refetch";
import { LoginFields } from "./login-fields";
import { useNotify } from "./notices";
import { PostForm } from "./post-form";

interface LoginFormProps {
  label?: string;
  /** Path to go to after the login; the role's first screen by default. */
  redirectTo?: string;
  /** Continues at the current address, which holds the choices made on Rent. */
  fromHere?: boolean;
  email?: string;
  remember?: boolean;
  /** Why the last attempt was refused, as the page came with it. */
  error?: string | undefined;
}

/**
 * The login of the dropdown and of the login screen. Its script calls /ajaxlogin and shows the answer (A25); without
 * the script the form goes to the login screen.
 */
export function LoginForm({ label, redirectTo, fromHere, email, remember, error: answered }: LoginFormProps) {
  const notify = useNotify();
  const refetch = useRefetch();
  const [error, setError] = useState(answered);
  const [busy, setBusy] = useState(false);

  const send = async (body: FormData) => {
    setBusy(true);
    const answer = await askPath<{ url: string }>("/ajaxlogin", { body });
    // Reloads the whole page: the login concerns every part of it.
    if (answer.retcode === "OK") return window.location.assign(answer.url);
    setBusy(false);
    const message = renewed(answer.human_readable_message);
    setError(message);
    notify({ retcode: answer.retcode, message });
  };
  /** Renews the page token of a page that was open for too long, so that a retry needs no reload. */
  const renewed = (message: string) => {
    if (message !== SHOWN.loginPageExpired) return message;
    refetch();
    return navigator.cookieEnabled ? SHOWN.pageExpired : EXPIRED_WITHOUT_COOKIE;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    const { pathname, search } = window.location;
    if (fromHere && pathname !== "/") body.set("redirectTo", pathname + search);
    if (!busy) void send(body);
  };
  return (
    <PostForm action="/login" aria-label={label} className="flex flex-col gap-4" onSubmit={submit}>
      {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
      <LoginFields
        email={email}
        remember={remember}
        error={error}
        busy={busy}
        next={begunAt(redirectTo)}
        onType={() => setError(undefined)}
      />
    </PostForm>
  );
}

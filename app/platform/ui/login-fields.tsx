import { useId } from "react";
import { onTo } from "~/platform/own-path";
import { SubmitButton } from "./submit-button";
import { TextLink } from "./text-link";

interface LoginFieldsProps {
  email: string | undefined;
  remember: boolean | undefined;
  /** Why the last attempt was refused. */
  error: string | undefined;
  /** True while the answer is on its way. */
  busy: boolean;
  /** Path to return to after registering instead. */
  next: string | null;
  /** Called when the user changes refused input. */
  onType: () => void;
}

/** Email, password, remember and 'Log in', for the dropdown and the login screen. */
export function LoginFields({ email, remember, error, busy, next, onType }: LoginFieldsProps) {
  const id = useId();
  const described = error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-email`} className="text-sm font-medium">
          Email
        </label>
        <input
          id={`${id}-email`}
          name="email"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email}
          className="control"
          onChange={onType}
          {...described}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-password`} className="text-sm font-medium">
          Password
        </label>
        <input
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          className="control"
          onChange={onType}
          {...described}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      <label className="flex items-center gap-2.5 text-sm">
        <input type="checkbox" name="remember" value="1" defaultChecked={remember} />
        Remember me
      </label>
      <SubmitButton busy={busy}>Log in</SubmitButton>
      <p className="flex justify-between gap-4 text-sm">
        <TextLink to="/forgot">Forgot password?</TextLink>
        <TextLink to={onTo("/register", next)}>Register</TextLink>
      </p>
    </>
  );
}

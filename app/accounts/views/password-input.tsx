import { useId } from "react";

interface PasswordInputProps {
  name: string;
  label: string;
  error?: string;
}

/** The user's password, required after an old login. */
export function PasswordInput({ name, label, error }: PasswordInputProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="password"
        autoComplete="current-password"
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

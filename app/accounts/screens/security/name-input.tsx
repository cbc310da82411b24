import { useId } from "react";
import { PASSKEY_NAME_MAX } from "~/accounts/inside/passkeys/passkey-name";

interface NameInputProps {
  label: string;
  hint?: string;
  value?: string;
  error?: string | undefined;
}

export function NameInput({ label, hint, value = "", error }: NameInputProps) {
  const id = useId();
  const text = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        name="name"
        defaultValue={value}
        required
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={text ? `${id}-text` : undefined}
      />
      {text ? (
        <p id={`${id}-text`} className={error ? "text-sm text-danger" : "text-sm text-muted"}>
          {text}
        </p>
      ) : null}
    </div>
  );
}

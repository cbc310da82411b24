import type { SshKeyRow } from "~/compute/list-ssh-keys.server";
import type { FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextLink } from "~/platform/ui/text-link";

/** The stored keys, or a link to the screen that stores one. */
export function SshKeyField({ field, keys }: { field: FieldState; keys: SshKeyRow[] }) {
  const [error] = field.errors ?? [];
  if (keys.length === 0) {
    return (
      <div className="flex flex-col gap-1.5 text-sm">
        <span className="font-medium">SSH Key</span>
        <p className="flex min-h-9.5 items-center text-muted">
          <span>
            {error ? <strong className="font-medium text-danger">{error} </strong> : "No key stored yet. "}
            <TextLink to="/keys">Store an SSH key</TextLink>
          </span>
        </p>
      </div>
    );
  }
  return (
    <SelectField
      field={field}
      label="SSH Key"
      choices={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.type})` }))}
    />
  );
}

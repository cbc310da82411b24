import type { FormAnswer } from "~/platform/http/form.server";
import { countryChoices } from "~/platform/ui/country-choices";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SshKeyInstructions } from "~/platform/ui/ssh-key-instructions";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

/** The stored values, by the form's field names. */
type StoredSettings = Record<
  ("name" | "email" | "company" | "tax" | "ssh") | ("street" | "street2" | "postal" | "city" | "country" | "region"),
  string
>;

interface SettingsFormProps {
  stored: StoredSettings;
  /** `COUNTRY_LIST` */
  countries: string;
  answer: FormAnswer | undefined;
}

/** General, billing address and SSH key in one form, saved by one button (2.4). */
export function SettingsForm({ stored, countries, answer }: SettingsFormProps) {
  const [form, fields] = useAnsweredForm<StoredSettings>("update-settings", answer, stored);
  const choices = countryChoices(countries, "None");
  return (
    <PostForm intent="update-settings" id={form.id} className="flex flex-col gap-6">
      <Panel title="General">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField field={fields.name} label="Name" autoComplete="name" />
          <TextField field={fields.email} label="Email" readOnly autoComplete="email" />
          <TextField field={fields.company} label="Company (optional)" autoComplete="organization" />
          <TextField
            field={fields.tax}
            label="Tax number (optional)"
            hint="As on your invoices, in your country's format."
          />
        </div>
      </Panel>
      <Panel title="Billing Address">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField field={fields.street} label="Street" autoComplete="address-line1" />
          <TextField field={fields.street2} label="Street 2" autoComplete="address-line2" />
          <TextField field={fields.postal} label="Postal code" autoComplete="postal-code" />
          <TextField field={fields.city} label="City" autoComplete="address-level2" />
          <SelectField field={fields.country} label="Country" choices={choices} autoComplete="country" />
          <TextField field={fields.region} label="Region" autoComplete="address-level1" />
        </div>
      </Panel>
      <details className="more border-y py-4" open={fields.ssh.errors !== undefined}>
        <summary className="flex items-center justify-between gap-4">
          <span className="min-w-0">
            <span className="block text-lg font-semibold">SSH Public Key</span>
            <span className="block text-sm text-muted">
              {stored.ssh === "" ? "None is stored yet." : "New tasks use the stored one."} All keys are on SSH keys.
            </span>
          </span>
        </summary>
        <div className="flex flex-col gap-4 pt-4">
          <TextareaField
            field={fields.ssh}
            label="SSH Public Key"
            hint="One line, as in the file ending in .pub. When you update, this key becomes the default for new tasks. Your other keys stay stored, and running tasks keep theirs. Leave it empty to keep your keys as they are."
            rows={4}
            spellCheck={false}
            className="font-mono text-code break-all"
          />
          <SshKeyInstructions />
        </div>
      </details>
      <div>
        <SubmitButton intent="update-settings">Update Settings</SubmitButton>
      </div>
    </PostForm>
  );
}

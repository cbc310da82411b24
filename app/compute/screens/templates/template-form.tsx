import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { ShownForm } from "./read-templates-screen.server";
import { OWN_IMAGE, type TemplateTexts } from "./template-texts";

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function TemplateForm({ form: shown, answer }: { form: ShownForm; answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<Record<keyof TemplateTexts | "registry_password", string>>("save", answer, {
    ...shown.texts,
  });
  const isOwn = fields.image_choice.defaultValue === OWN_IMAGE;
  const offersOwn = shown.ownImages || isOwn;
  const choices = shown.images.map(({ name, title }) => ({ value: name, label: title }));
  // An error of the image appears at its field.
  const choiceErrors = isOwn ? undefined : fields.image.errors;
  return (
    <PostForm intent="save" id={form.id} className="flex max-w-3xl flex-col gap-5">
      <input type="hidden" name="id" value={shown.id} />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField field={fields.name} label="Name" hint="a–z, 0–9 and hyphens." maxLength={32} required {...PLAIN} />
        <TextField
          field={fields.http_ports}
          label="Ports to open"
          hint="Links on the task’s Connect tab, such as 8888, 6006."
          placeholder="8888"
          inputMode="numeric"
          {...PLAIN}
        />
      </div>
      <div className="group/image flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <SelectField
            field={{ ...fields.image_choice, errors: choiceErrors }}
            label="Image"
            choices={offersOwn ? [...choices, { value: OWN_IMAGE, label: "An image of your own" }] : choices}
          />
          {shown.ownImages ? null : (
            <p className="text-sm text-muted">
              Your own images must be enabled for your account first: <TextLink to="/contact">write to us</TextLink>.
            </p>
          )}
        </div>
        {offersOwn ? (
          <div className="hidden flex-col gap-5 rounded-control border p-4 group-has-[option[value=own]:checked]/image:flex">
            <TextField
              field={{ ...fields.image, errors: isOwn ? fields.image.errors : undefined }}
              label="Reference"
              hint="Include the registry, and a tag or digest. A digest always means the same content; a tag can change until the task starts."
              placeholder="ghcr.io/acme/train:2"
              maxLength={330}
              className="font-mono"
              {...PLAIN}
            />
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
              <TextField
                field={fields.registry_username}
                label="Registry user"
                hint="Leave empty for a public image."
                maxLength={255}
                {...PLAIN}
              />
              <TextField
                field={fields.registry_password}
                label="Registry password"
                type="password"
                autoComplete="new-password"
                hint={
                  shown.hasPassword
                    ? "A password is stored. Leave empty to keep it."
                    : "Or a token. Kept encrypted, never shown."
                }
              />
            </div>
          </div>
        ) : null}
      </div>
      <TextareaField
        field={fields.start_command}
        label="Start command"
        hint="A shell runs it when the task starts; SSH works as usual. Leave empty to run nothing."
        rows={2}
        className="font-mono"
        {...PLAIN}
      />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextareaField
          field={fields.variables}
          label="Variables"
          hint="One per line, NAME=value. Quotes are part of the value."
          rows={5}
          placeholder="MODEL=facebook/opt-125m"
          className="font-mono"
          {...PLAIN}
        />
        <TextareaField
          field={fields.secrets}
          label="Secret variables"
          hint={`The same format, visible only to your tasks.${shown.texts.secrets === "" ? "" : " A value shown as dots stays as it is unless you replace it."}`}
          rows={5}
          placeholder="HF_TOKEN=hf_…"
          className="font-mono"
          {...PLAIN}
        />
      </div>
      <div className="max-w-sm">
        <TextField
          field={fields.volume_path}
          label="Folder of a volume"
          hint="Where a task finds the volume that you choose when you rent."
          placeholder="/workspace"
          maxLength={100}
          className="font-mono"
          {...PLAIN}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton intent="save">{shown.id === "" ? "Create template" : "Save template"}</SubmitButton>
        <ButtonLink to="/templates">Cancel</ButtonLink>
      </div>
    </PostForm>
  );
}

import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { RightView, RoleView } from "./route";

interface RoleFormProps {
  /** Null: a new one. */
  changed: RoleView | null;
  /** The rights that it can have. */
  rights: RightView[];
  answer: FormAnswer | undefined;
}

/** Name and rights of a role, by area. */
export function RoleForm({ changed, rights, answer }: RoleFormProps) {
  const intent = changed ? "change" : "make";
  const [form, fields] = useAnsweredForm<{ label: string }>(intent, answer, { label: changed?.label ?? "" });
  const ticked = tickedIn(answer, intent) ?? changed?.rights ?? [];
  return (
    <PostForm intent={intent} id={form.id} className="flex flex-col gap-5">
      {changed ? (
        <>
          <input type="hidden" name="name" value={changed.name} />
          <input type="hidden" name="were" value={changed.rights.join(" ")} />
        </>
      ) : null}
      <div className="max-w-sm">
        <TextField field={fields.label} label="Name" hint="Such as Billing clerk." autoComplete="off" maxLength={40} />
      </div>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {[...new Set(rights.map(({ area }) => area))].map((area) => (
          <fieldset key={area} className="flex flex-col gap-1">
            <legend className="mb-1 text-sm font-semibold">{area}</legend>
            {rights
              .filter((right) => right.area === area)
              .map(({ name, label, about }) => (
                <label key={name} className="flex min-h-6 items-start gap-2.5 py-1 text-sm">
                  <input
                    type="checkbox"
                    name="right"
                    value={name}
                    defaultChecked={ticked.includes(name)}
                    className="mt-0.5"
                  />
                  <span>
                    {label}
                    <span className="block text-muted">{about}</span>
                  </span>
                </label>
              ))}
          </fieldset>
        ))}
      </div>
      <div>
        <SubmitButton intent={intent}>{changed ? "Save" : "Make role"}</SubmitButton>
      </div>
    </PostForm>
  );
}

/** The boxes that were ticked in a refused form. */
function tickedIn(answer: FormAnswer | undefined, intent: string): string[] | null {
  if (answer?.intent !== intent) return null;
  const typed = answer.lastResult.initialValue?.["right"];
  return (Array.isArray(typed) ? typed : [typed]).filter((one) => typeof one === "string");
}

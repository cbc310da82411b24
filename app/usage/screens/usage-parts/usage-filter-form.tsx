import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { USAGE_FILTERS, type UsageFilter } from "~/usage/inside/figures/usage-filter";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { fieldState } from "~/platform/ui/field-state";
import { TextField } from "~/platform/ui/text-field";

interface UsageFilterFormProps {
  filter: UsageFilter;
  problems: Partial<Record<keyof UsageFilter, string>>;
  /** Offered while the user types. */
  models: string[];
  /** Parameters that a changed filter makes meaningless, for example a page. */
  dropped?: string[];
  shown?: readonly (keyof UsageFilter)[];
}

const LABELS: Record<keyof UsageFilter, string> = { model: "Model", user: "User", workspace: "Workspace" };
const HINTS: Record<keyof UsageFilter, string | undefined> = {
  model: undefined,
  user: "Email or tenant",
  workspace: undefined,
};
const MODELS_ID = "usage-models";

/** Model, user and workspace in the address of a usage screen; the rest of the address, for example its days, stays. */
export function UsageFilterForm({
  filter,
  problems,
  models,
  dropped = [],
  shown = USAGE_FILTERS,
}: UsageFilterFormProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const others = [...search].filter(
    ([name]) => ![...USAGE_FILTERS, "page", "format", "table", ...dropped].includes(name),
  );
  const filtered = shown.some((name) => filter[name] !== "");
  return (
    <Form className="flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-2" preventScrollReset>
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {shown.map((name) => (
        <TextField
          key={name}
          field={fieldState(name, filter[name], problems[name])}
          label={LABELS[name]}
          placeholder={HINTS[name]}
          list={name === "model" ? MODELS_ID : undefined}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      <datalist id={MODELS_ID}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <span className="flex gap-2 self-end">
        <Button>Filter</Button>
        {filtered ? (
          <ButtonLink
            look="quiet"
            to={`${pathname}${others.length > 0 ? `?${new URLSearchParams(others).toString()}` : ""}`}
          >
            Clear
          </ButtonLink>
        ) : null}
      </span>
    </Form>
  );
}

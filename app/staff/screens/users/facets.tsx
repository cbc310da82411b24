import { SIGN_UP_SOURCES } from "~/accounts/sign-up-sources";
import { TAG_CHARS_MAX } from "~/compute/task-tags";
import { SUBSCRIPTION_STATUSES } from "~/payments/subscription-states";
import { LISTS, SEEN, type Seen, SOURCES, STATES, type UserFilter } from "~/staff/user-filter";
import { CheckField } from "~/platform/ui/check-field";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";

export const FACET_NAMES = ["role", "state", "status", "source", "country", "seen", "debt", "low", "tag"];

export const SEEN_LABELS: Record<Seen, string> = {
  today: "Today",
  "7": "In 7 days",
  "30": "In 30 days",
  longer: "Longer ago",
  never: "Never",
};

export function sourceLabel(source: string): string {
  return new Map<string, string>(Object.entries(SIGN_UP_SOURCES)).get(source) ?? "Unknown";
}

const same = (value: string) => ({ value, label: value });

interface FacetsProps {
  filter: UserFilter;
  roles: { name: string; label: string }[];
  seesMoney: boolean;
}

/** Fields of the facets, inside the search form. */
export function Facets({ filter, roles, seesMoney }: FacetsProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Facet
        name="role"
        label="Role"
        value={filter.role}
        choices={roles.map(({ name, label }) => ({ value: name, label }))}
      />
      <Facet name="state" label="State" value={filter.state} choices={STATES.map(same)} />
      <Facet
        name="status"
        label="Subscription"
        value={filter.list ?? filter.status}
        choices={[
          ...LISTS.map((list) => ({ value: list, label: list.toUpperCase() })),
          ...SUBSCRIPTION_STATUSES.map(same),
        ]}
      />
      <Facet
        name="source"
        label="Source"
        value={filter.source}
        choices={SOURCES.map((value) => ({ value, label: sourceLabel(value) }))}
      />
      <Facet
        name="seen"
        label="Last seen"
        value={filter.seen}
        choices={SEEN.map((value) => ({ value, label: SEEN_LABELS[value] }))}
      />
      <TextField
        field={fieldState("country", filter.country)}
        label="Country code"
        placeholder="DE"
        maxLength={2}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField field={fieldState("tag", filter.tag)} label="Tag" maxLength={TAG_CHARS_MAX} autoComplete="off" />
      <div className="col-span-full flex flex-wrap gap-x-6 gap-y-2">
        {seesMoney ? (
          <>
            <CheckField field={fieldState("debt", filter.debt ? "1" : "")} label="Owes money" />
            <CheckField field={fieldState("low", filter.low ? "1" : "")} label="Balance running low" />
          </>
        ) : null}
      </div>
    </div>
  );
}

interface FacetProps {
  name: string;
  label: string;
  value: string;
  choices: { value: string; label: string }[];
}

function Facet({ name, label, value, choices }: FacetProps) {
  return (
    <SelectField field={fieldState(name, value)} label={label} choices={[{ value: "", label: "Any" }, ...choices]} />
  );
}

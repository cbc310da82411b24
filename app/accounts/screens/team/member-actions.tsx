import { GIVEN_ROLES, mayGive, type MemberRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import type { FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import type { ShownMember } from "./member-table";

interface MemberActionsProps {
  member: ShownMember;
  actor: MemberRole;
  answer: FormAnswer | undefined;
}

/** Role, limit and Remove of one member. */
export function MemberActions({ member, actor, answer }: MemberActionsProps) {
  const { user_id, name, role, limit_dollars, leaves } = member;
  const row = { hidden: { member: String(user_id) }, size: "small" as const, answer };
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <FormPopup {...row} button="Role" buttonLabel={`Role of ${name}`} title={`Role of ${name}`} intent="role">
        <SelectField field={fieldOf(member, "role", role, answer)} label="Role" choices={roleChoices(actor)} />
        <p className="text-sm text-muted">
          A role with fewer rights revokes the API keys that {name} created in this team. A role that cannot start tasks
          revokes their SSH keys too.
        </p>
        <div>
          <SubmitButton intent="role">Change role</SubmitButton>
        </div>
      </FormPopup>
      <FormPopup
        {...row}
        button="Limit"
        buttonLabel={`Limit of ${name}`}
        title={`Spending limit of ${name}`}
        intent="limit"
      >
        <TextField
          field={fieldOf(member, "limit", limit_dollars === null ? "" : String(limit_dollars), answer)}
          label="Dollars a month"
          hint="What their tasks and volumes may cost in a month (UTC). Leave it empty for no limit. When the limit is reached, these tasks stop."
          inputMode="decimal"
        />
        <div>
          <SubmitButton intent="limit">Set limit</SubmitButton>
        </div>
      </FormPopup>
      <FormPopup {...row} button="Remove" buttonLabel={`Remove ${name}`} title={`Remove ${name}?`} intent="remove">
        <p className="text-sm [overflow-wrap:anywhere]">
          <strong className="font-medium">{name}</strong> loses access to this team. Their API keys and SSH keys in it
          stop working, even in running tasks.{" "}
          {limit_dollars === null
            ? "Everything they created or changed stays with the team."
            : "Their tasks stop, because their spending limit ends. Everything else they created or changed stays with the team."}
        </p>
        {leaves.length === 0 ? null : (
          <ul className="list-disc pl-5 text-sm [overflow-wrap:anywhere]">
            {leaves.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <div>
          <SubmitButton intent="remove" look="danger">
            Remove
          </SubmitButton>
        </div>
      </FormPopup>
    </div>
  );
}

/** Admins cannot make admins. */
function roleChoices(actor: MemberRole) {
  return GIVEN_ROLES.filter((role) => mayGive(actor, role)).map((role) => ({
    value: role,
    label: `${ROLE_WORDS[role].label} – ${ROLE_WORDS[role].line}`,
  }));
}

/** Names a field of a member's row; every row has one, so ids include the member's. */
function fieldOf(member: ShownMember, name: string, value: string, answer: FormAnswer | undefined): FieldState {
  const id = `${name}-${member.user_id}`;
  const typed = answer?.intent === name ? answer.lastResult : undefined;
  const own = typed?.initialValue?.["member"] === String(member.user_id) ? typed : undefined;
  const kept = own?.initialValue?.[name];
  return {
    id,
    errorId: `${id}-error`,
    descriptionId: `${id}-hint`,
    name,
    defaultValue: typeof kept === "string" ? kept : value,
    errors: own?.error?.[name] ?? undefined,
  };
}

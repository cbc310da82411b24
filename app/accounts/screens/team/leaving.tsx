import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { ShownMember } from "./member-table";

interface LeaveProps {
  team: string;
  answer: FormAnswer | undefined;
}

/** Leaving, for a member. */
export function Leave({ team, answer }: LeaveProps) {
  return (
    <Panel
      title="Leave this team"
      lead="Your tasks keep running. Your API keys and SSH keys in this team stop working."
      className="border-danger/50"
    >
      <FormPopup button="Leave" title={`Leave ${team}?`} intent="leave" answer={answer}>
        <p className="text-sm [overflow-wrap:anywhere]">
          You lose access to <strong className="font-medium">{team}</strong>. Your API keys and SSH keys in this team
          stop working. Your tasks keep running, because they belong to the team. You need a new invitation to come
          back.
        </p>
        <div>
          <SubmitButton intent="leave" look="danger">
            Leave
          </SubmitButton>
        </div>
      </FormPopup>
    </Panel>
  );
}

/** Leaving, for an owner: always asks for the password. */
export function HandOver({ members, team, answer }: LeaveProps & { members: ShownMember[] }) {
  const [, fields] = useAnsweredForm<Record<"member" | "password", string>>("hand-over", answer);
  return (
    <Panel
      title="Hand over"
      lead="The new owner gets everything: the balance, the cards and the tasks. You become an admin."
      className="border-danger/50"
    >
      <FormPopup button="Hand over" title={`Hand over ${team}?`} intent="hand-over" answer={answer}>
        <SelectField
          field={fields.member}
          label="New owner"
          choices={members.map(({ user_id, name, email }) => ({ value: String(user_id), label: `${name} (${email})` }))}
        />
        <TextField field={fields.password} label="Your password" type="password" autoComplete="current-password" />
        <p className="text-sm [overflow-wrap:anywhere] text-muted">
          The account key of {team} stops working at once. You get an empty account of your own, with a new key.
        </p>
        <div>
          <SubmitButton intent="hand-over" look="danger">
            Hand over
          </SubmitButton>
        </div>
      </FormPopup>
    </Panel>
  );
}

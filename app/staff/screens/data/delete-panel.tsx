import type { Losses } from "~/staff/inside/own-data/deletion/read-losses.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { CheckField } from "~/platform/ui/check-field";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface DeletePanelProps {
  email: string;
  losses: Losses;
  answer: FormAnswer | undefined;
}

interface Fields extends Record<string, string | undefined> {
  password: string;
  confirmation: string;
  forfeit: string;
}

/** Deletes the account: lists what ends and asks for confirmation twice. */
export function DeletePanel({ email, losses, answer }: DeletePanelProps) {
  const [form, fields] = useAnsweredForm<Fields>("delete", answer);
  return (
    <Panel id="delete" title="Delete my account" lead="This is permanent: nobody can restore it.">
      <div className="flex max-w-prose flex-col gap-4">
        <p className="text-sm">This ends at once:</p>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {lossesOf(losses).map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <p className="text-sm text-muted">
          Once your tasks have ended, we remove your name, addresses, keys, notifications and emails, and your cards at
          the payment provider. The law requires us to keep receipts and records of payments. The provider keeps its
          own, which a refund or dispute may need. Your email address can be registered again.
        </p>
        {losses.owes ? (
          <Banner tone="warn">
            You owe money. Pay it first on the <TextLink to="/billing">Billing</TextLink> screen.
          </Banner>
        ) : (
          <PostForm intent="delete" id={form.id} className="flex flex-col gap-4">
            <Refused answer={answer?.intent === "delete" ? answer : undefined} />
            <input type="hidden" name="forfeit_cents" value={losses.cents} />
            {losses.cents > 0 ? (
              <CheckField
                field={fields.forfeit}
                label={
                  <>
                    I give up my balance of {formatCents(losses.cents)}. To have it refunded,{" "}
                    <TextLink to="/contact">write to us</TextLink> first.
                  </>
                }
              />
            ) : null}
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                field={fields.confirmation}
                label="Your email address"
                hint={`Type ${email}`}
                autoComplete="off"
                autoCapitalize="none"
              />
              <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
            </div>
            <div>
              <SubmitButton intent="delete" look="danger">
                Delete my account
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </div>
    </Panel>
  );
}

function lossesOf({ members, tasks, apiKeys, sshKeys, volumes, webhooks, subscribed }: Losses): string[] {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  return [
    "Your sessions and your access",
    ...counted(
      members,
      "The team, and the access of another member",
      "other members' access: the team ends with your account",
    ),
    ...counted(
      tasks,
      "A task that has not ended, with everything on its disk",
      "tasks that have not ended, with everything on their disks",
    ),
    ...counted(apiKeys, "Your API key", "API keys"),
    ...counted(sshKeys, "An SSH key", "SSH keys"),
    ...counted(volumes, "A volume with all its data", "volumes with all their data"),
    ...counted(webhooks, "A webhook endpoint", "webhook endpoints"),
    ...(subscribed ? ["PRO, which is not charged again and ends with the paid period"] : []),
  ];
}

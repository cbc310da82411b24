import { useActionData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Facts } from "~/ui/facts";
import { formatCents, formatDollars } from "~/ui/format";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { useRecount } from "../use-recount";
import { Access } from "./access";
import { AdjustBalance } from "./adjust-balance";
import { BillingEvents } from "./billing-events";
import { Comments } from "./comments";
import { NewestFirst } from "./newest-first";
import type { readUserScreen } from "./read-user-screen.server";
import { refusalOf, type UserFormRefusal } from "./refusal-of";
import { Reservations } from "./reservations";
import { fieldState } from "~/ui/field-state";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { TextareaField } from "~/ui/textarea-field";

type Loaded = Awaited<ReturnType<typeof readUserScreen>>;

/** A user as the staff sees them: who they are, then what they reserved and paid, and what was noted (2.4). */
export function UserDetail({ loaded }: { loaded: Loaded }) {
  const { user, balance, mayAct } = loaded;
  const answer = useKeptAnswer(useActionData());
  const refusal = refusalOf(answer);
  useRecount(["task"], ({ data }) => data?.tenant_name === user.tenant_name);
  const adjustments = loaded.billing_events.filter(({ bev_type }) => bev_type === "adjustment").length;
  return (
    <Page
      title={user.name}
      lead={user.email}
      actions={
        loaded.mayAdminister && user.state !== "closed" ? (
          // A movement of its own empties the form; other news leave in it what is being typed.
          <AdjustBalance formKey={loaded.adjustKey} made={adjustments} answer={answer} />
        ) : null
      }
    >
      {refusal && !refusal.atField ? <Banner tone="danger">{refusal.message}</Banner> : null}
      <Panel>
        <Facts
          facts={[
            { label: "Tenant", value: user.tenant_name },
            { label: "Role", value: user.role },
            {
              label: "State",
              value: <Badge tone={user.state === "active" ? "ok" : "warn"}>{user.state}</Badge>,
            },
            { label: "Balance", value: formatDollars(balance.dollars_est) },
            ...(loaded.owes ? [{ label: "Owes", value: <Badge tone="danger">{loaded.owes}</Badge> }] : []),
            {
              label: "Expenses per hour",
              value: balance.ongoing_pph > 0 ? formatCents(balance.ongoing_pph) : "–",
            },
            { label: "Subscription", value: user.codify_subscription_status },
            ...(user.suspended_reason ? [{ label: "Suspended because", value: user.suspended_reason }] : []),
          ]}
        />
      </Panel>
      <SectionLinks />
      <Panel id="reservations" title="Reservations" padded={false}>
        <NewestFirst rows={loaded.reservations} of="reservations">
          {(rows) => <Reservations reservations={rows} mayKill={mayAct} />}
        </NewestFirst>
      </Panel>
      <Panel id="billing" title="Billing" padded={false}>
        <NewestFirst rows={loaded.billing_events} of="billing events">
          {(rows) => <BillingEvents events={rows} />}
        </NewestFirst>
      </Panel>
      <Panel id="comments" title="Comments">
        <div className="flex flex-col gap-5">
          <Comments comments={loaded.comments} mayVote={mayAct} />
          {mayAct ? <NewComment refusal={refusal?.intent === "comment" ? refusal : null} /> : null}
        </div>
      </Panel>
      {loaded.mayAdminister ? <Access user={user} /> : null}
    </Page>
  );
}

function NewComment({ refusal }: { refusal: UserFormRefusal | null }) {
  return (
    <PostForm intent="comment" preventScrollReset className="flex flex-col gap-3 border-t pt-5">
      <TextareaField
        field={fieldState("body", refusal?.typed ?? "", refusal?.message)}
        label="New comment"
        maxLength={2000}
        rows={3}
      />
      <div>
        <SubmitButton intent="comment" look="secondary">
          Add comment
        </SubmitButton>
      </div>
    </PostForm>
  );
}

const SECTIONS = ["Reservations", "Billing", "Comments"];

/** The sections of the screen as anchors, drawn like tabs. */
function SectionLinks() {
  return (
    <nav aria-label="Sections" className="flex gap-1 border-b">
      {SECTIONS.map((section) => (
        <a
          key={section}
          href={`#${section.toLowerCase()}`}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted hover:border-edge hover:text-ink"
        >
          {section}
        </a>
      ))}
    </nav>
  );
}

import { useActionData } from "@remix-run/react";
import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { Banner } from "~/platform/ui/banner";
import type { FormAnswer } from "~/platform/http/form.server";
import { Facts } from "~/platform/ui/facts";
import { formatCents, formatDollars } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useRecount } from "~/staff/views/use-recount";
import { Access } from "./access";
import { AdjustBalance } from "./adjust-balance";
import { Comments } from "./comments";
import { refusalOf, type UserFormRefusal } from "./refusal-of";
import { fieldState } from "~/platform/ui/field-state";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { TextareaField } from "~/platform/ui/textarea-field";
import { Unread } from "~/platform/ui/unread";
import { ChangeTags, TagLinks } from "./tags";
import { AccountSections, type LoadedUser, MoneySections } from "./user-sections";

/** A user as staff see them: the account, then reservations, payments and comments (2.4). */
export function UserDetail({ loaded }: { loaded: LoadedUser }) {
  const { user, balance, mayNote } = loaded;
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  const refusal = refusalOf(answer);
  useRecount(["task"], ({ data }) => data?.tenant_name === user.tenant_name);
  const adjustments = (loaded.billing_events ?? []).filter(({ bev_type }) => bev_type === "adjustment").length;
  return (
    <Page
      title={<bdi>{user.name}</bdi>}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {user.email}
          <TagLinks tags={loaded.tags} />
        </span>
      }
      actions={
        user.state === "closed" ? null : (
          <>
            {mayNote ? <ChangeTags key={loaded.tags.join()} tags={loaded.tags} /> : null}
            {loaded.mayView ? (
              <ButtonLink to={`/users/view-as/${encodeURIComponent(user.tenant_name)}`}>View as customer</ButtonLink>
            ) : null}
            {loaded.mayCorrect ? (
              // Only its own movement empties the form; other updates keep the typed text.
              <AdjustBalance formKey={loaded.adjustKey} made={adjustments} answer={answer} />
            ) : null}
          </>
        )
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
            ...(balance ? [{ label: "Balance", value: formatDollars(balance.dollars_est) }] : []),
            ...(loaded.owes ? [{ label: "Owes", value: <Badge tone="danger">{loaded.owes}</Badge> }] : []),
            ...(balance
              ? [
                  {
                    label: "Expenses per hour",
                    value: balance.ongoing_pph > 0 ? formatCents(balance.ongoing_pph) : "–",
                  },
                ]
              : []),
            ...(user.email === ""
              ? []
              : [
                  {
                    label: "Conversations",
                    value: (
                      <TextLink to={`/dashboard/inbox?q=${encodeURIComponent(user.email)}`}>In the inbox</TextLink>
                    ),
                  },
                ]),
            { label: "Subscription", value: user.codify_subscription_status },
            ...(loaded.ownImages ? [{ label: "Own images", value: "allowed" }] : []),
            ...(user.suspended_reason ? [{ label: "Suspended because", value: user.suspended_reason }] : []),
          ]}
        />
      </Panel>
      <SectionLinks loaded={loaded} />
      <MoneySections loaded={loaded} />
      <Panel id="comments" title="Comments">
        <div className="flex flex-col gap-5">
          {loaded.comments ? <Comments comments={loaded.comments} mayVote={mayNote} /> : <Unread />}
          {mayNote ? <NewComment refusal={refusal?.intent === "comment" ? refusal : null} /> : null}
        </div>
      </Panel>
      <AccountSections loaded={loaded} answer={refusal ? answer : undefined} />
      <Access loaded={loaded} />
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

const SECTIONS: [id: string, label: string][] = [
  ["open-tasks", "Open tasks"],
  ["volumes", "Volumes"],
  ["terms", "Prices and quotas"],
  ["tax", "Tax and invoices"],
  ["spend", "Spend"],
  ["reservations", "Reservations"],
  ["billing", "Billing"],
  ["top-ups", "Top-ups"],
  ["cards", "Cards"],
  ["comments", "Comments"],
  ["members", "Members"],
  ["mails", "Emails"],
  ["sessions", "Sessions"],
  ["api-keys", "API keys"],
];

/** The sections for staff who see money. */
const OF_MONEY = ["terms", "tax", "spend", "billing", "top-ups", "cards"];

/** The screen's sections as anchors that look like tabs. */
function SectionLinks({ loaded: { user, seesMoney, mayAudit, mayAdminister, roles } }: { loaded: LoadedUser }) {
  const more: typeof SECTIONS = [
    ...(mayAudit ? [["audit", "Audit"] satisfies [string, string]] : []),
    ...((mayAdminister || roles) && user.state !== "closed" ? [["access", "Access"] satisfies [string, string]] : []),
  ];
  return (
    <nav aria-label="Sections" className="flex gap-1 overflow-x-auto border-b whitespace-nowrap">
      {[...SECTIONS.filter(([id]) => seesMoney || !OF_MONEY.includes(id)), ...more].map(([id, label]) => (
        <a key={id} href={`#${id}`} className="tab">
          {label}
        </a>
      ))}
    </nav>
  );
}

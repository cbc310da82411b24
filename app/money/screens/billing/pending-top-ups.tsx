import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

export interface OpenTopUp {
  topupId: string;
  cents: number;
  createdTs: number;
  /** True if the customer must act at the bank or on the provider's page. */
  waits: boolean;
}

/** Top-ups with a pending outcome: unconfirmed ones, and those that wait for the customer (6.5). */
export function PendingTopUps({ topUps }: { topUps: OpenTopUp[] }) {
  if (topUps.length === 0) return null;
  return (
    <Panel title="Top-ups in progress" padded={false}>
      <Table
        caption="Top-ups in progress"
        rows={topUps}
        rowKey={(topUp) => topUp.topupId}
        empty=""
        columns={[
          { head: "Date", cell: (topUp) => <Time epochSeconds={topUp.createdTs} /> },
          { head: "Amount", cell: (topUp) => formatCents(topUp.cents), numeric: true },
          {
            head: "Status",
            cell: (topUp) =>
              topUp.waits ? <Badge tone="warn">Waiting for you</Badge> : <Badge tone="neutral">Pending</Badge>,
          },
          {
            head: <span className="sr-only">Next step</span>,
            label: "",
            cell: (topUp) => (
              <div className="flex gap-2 md:justify-end">
                <ButtonLink
                  size="small"
                  to={`/billing/add-funds?return=${topUp.topupId}`}
                  aria-label={`${nextStep(topUp)}: top-up of ${formatCents(topUp.cents)}`}
                >
                  {nextStep(topUp)}
                </ButtonLink>
                {topUp.waits ? <Cancel topUp={topUp} /> : null}
              </div>
            ),
            className: "max-md:col-span-full",
          },
        ]}
      />
    </Panel>
  );
}

function Cancel({ topUp: { topupId, cents } }: { topUp: OpenTopUp }) {
  return (
    <PostForm intent="cancel-top-up" preventScrollReset>
      <input type="hidden" name="topup_id" value={topupId} />
      <SubmitButton
        intent="cancel-top-up"
        look="secondary"
        size="small"
        aria-label={`Cancel: top-up of ${formatCents(cents)}`}
      >
        Cancel
      </SubmitButton>
    </PostForm>
  );
}

function nextStep({ waits }: OpenTopUp): string {
  return waits ? "Continue" : "Check again";
}

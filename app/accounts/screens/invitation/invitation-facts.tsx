import type { ReactNode } from "react";
import type { OpenInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { ROLE_WORDS } from "~/platform/role-words";
import { formatDate } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

/** The offer, its end, and its address unless a form below names it. */
export function InvitationFacts({ invitation, named }: { invitation: OpenInvitation; named: boolean }) {
  const { email, role, tenantName, expiresTs } = invitation;
  const { label, line } = ROLE_WORDS[role];
  return (
    <dl className="flex flex-col gap-3 border-b pb-4 text-sm">
      <Fact name="Your role">
        <span className="font-medium">{label}</span>
        <span className="block text-muted">{line}</span>
      </Fact>
      {named ? null : <Fact name="For">{email}</Fact>}
      <Fact name="Account">{tenantName}</Fact>
      <Fact name="Works until">
        <Time epochSeconds={expiresTs} format={formatDate} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

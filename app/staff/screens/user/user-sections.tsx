import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { Unread } from "~/platform/ui/unread";
import { AuditTable } from "../audit/audit-table";
import { BillingEvents } from "./billing-events";
import { Members } from "./members";
import { Mails } from "./mails";
import { NewestFirst } from "./newest-first";
import { OpenTasks } from "./open-tasks";
import { Cards, TopUps } from "./payments";
import type { readUserScreen } from "./read-user-screen.server";
import { Reservations } from "./reservations";
import { ApiKeys, EndSessions, Sessions } from "./sign-in";
import { Spend } from "./spend";
import { ChangeTax, Tax } from "./tax";
import { ChangeTerms, Terms } from "./terms";
import { Volumes } from "./volumes";

export type LoadedUser = Awaited<ReturnType<typeof readUserScreen>>;

interface ListProps<Rows> {
  id: string;
  title: string;
  /** Null if it could not be read. */
  rows: Rows | null;
  /** The name of its file. */
  table?: string;
  actions?: ReactNode;
  padded?: boolean;
  children: (rows: Rows) => ReactNode;
}

/** One list of the user; a failed reading shows in its own panel only. */
function List<Rows>({ id, title, rows, table, actions, padded = false, children }: ListProps<Rows>) {
  return (
    <Panel
      id={id}
      title={title}
      padded={padded && rows !== null}
      actions={
        table || actions ? (
          <>
            {actions}
            {table ? <CsvLink table={table} of={title.toLowerCase()} /> : null}
          </>
        ) : undefined
      }
    >
      {rows === null ? <Unread /> : children(rows)}
    </Panel>
  );
}

/** The user's tasks, volumes and money. */
export function MoneySections({ loaded }: { loaded: LoadedUser }) {
  const { open, volumes, spend, reservations, billing_events, topUps, cards, terms, tax, mayKill, seesMoney } = loaded;
  const mayWrite = loaded.mayCorrect && loaded.user.state !== "closed";
  return (
    <>
      <List id="open-tasks" title="Open tasks" rows={open}>
        {(rows) => <OpenTasks tasks={rows} mayKill={mayKill} />}
      </List>
      <List id="volumes" title="Volumes" rows={volumes}>
        {(rows) => <Volumes volumes={rows} />}
      </List>
      {seesMoney ? (
        <>
          <List
            id="terms"
            title="Prices and quotas"
            rows={terms}
            actions={mayWrite && terms ? <ChangeTerms gpuTypes={terms.gpuTypes} /> : undefined}
          >
            {(rows) => <Terms terms={rows} mayWrite={mayWrite} />}
          </List>
          <List
            id="tax"
            title="Tax and invoices"
            rows={tax}
            padded
            actions={mayWrite && tax ? <ChangeTax view={tax} /> : undefined}
          >
            {(row) => <Tax view={row} />}
          </List>
          <List id="spend" title="Spend" rows={spend} table="spend" padded>
            {(rows) => <Spend days={rows} />}
          </List>
        </>
      ) : null}
      <List id="reservations" title="Reservations" rows={reservations} table="reservations">
        {(rows) => (
          <NewestFirst rows={rows} of="reservations">
            {(some) => <Reservations reservations={some} mayKill={mayKill} seesMoney={seesMoney} />}
          </NewestFirst>
        )}
      </List>
      {seesMoney ? (
        <>
          <List id="billing" title="Billing" rows={billing_events} table="billing">
            {(rows) => (
              <NewestFirst rows={rows} of="billing events">
                {(some) => <BillingEvents events={some} />}
              </NewestFirst>
            )}
          </List>
          <List id="top-ups" title="Top-ups" rows={topUps} table="top-ups">
            {(rows) => <TopUps topUps={rows} />}
          </List>
          <List id="cards" title="Cards" rows={cards}>
            {(rows) => <Cards cards={rows} />}
          </List>
        </>
      ) : null}
    </>
  );
}

/** The user's access and mails, and what staff did. */
export function AccountSections({ loaded, answer }: { loaded: LoadedUser; answer: FormAnswer | undefined }) {
  const { user, mails, sessions, apiKeys, audit, mayAudit, mayAdminister } = loaded;
  const mayEnd = mayAdminister && (sessions?.length ?? 0) > 0;
  return (
    <>
      <List id="members" title="Members" rows={loaded.team}>
        {(team) => <Members {...team} />}
      </List>
      <List id="mails" title="Emails" rows={mails} table="mails">
        {(rows) => <Mails mails={rows} />}
      </List>
      <List
        id="sessions"
        title="Sessions"
        rows={sessions}
        actions={mayEnd || answer?.intent === "end-sessions" ? <EndSessions answer={answer} /> : undefined}
      >
        {(rows) => <Sessions sessions={rows} />}
      </List>
      <List id="api-keys" title="API keys" rows={apiKeys}>
        {(rows) => <ApiKeys apiKeys={rows} />}
      </List>
      {mayAudit ? (
        <List
          id="audit"
          title="Audit"
          rows={audit}
          actions={
            <ButtonLink size="small" look="quiet" to={`/dashboard/audit?target=user:${user.id}`}>
              All of this user
            </ButtonLink>
          }
        >
          {(rows) => <AuditTable rows={rows} />}
        </List>
      ) : null}
    </>
  );
}

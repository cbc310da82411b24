import type { KeyRow } from "~/accounts/list-keys.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { centsText } from "~/platform/cents-text";
import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";
import { useRootData } from "~/platform/ui/use-root-data";
import { KeyActions } from "./key-actions";

interface KeyTableProps {
  keys: KeyRow[];
  askPassword: boolean;
  /** Why the screen's last form was refused. */
  answer: FormAnswer | undefined;
}

const TONES: Record<KeyRow["state"], Tone> = { valid: "ok", replaced: "warn", expired: "neutral", revoked: "neutral" };

/** The account key first, then the named ones; ended keys stay for 30 days. */
export function KeyTable({ keys, askPassword, answer }: KeyTableProps) {
  return (
    <Table
      caption="API keys"
      rows={keys}
      rowKey={(key) => key.id}
      empty="No API keys yet. Create one below."
      rowClass={(key) => (isOver(key) ? "text-muted" : undefined)}
      columns={[
        { head: "Name", cell: (key) => <Name apiKey={key} />, className: "md:max-w-64" },
        { head: "Scopes", cell: Access },
        { head: "Spent", cell: Spent },
        { head: "Last used", cell: LastUse },
        { head: "Expires", cell: Ends },
        {
          head: <span className="sr-only">Change</span>,
          cell: (key) => <Change apiKey={key} askPassword={askPassword} answer={answer} />,
        },
      ]}
    />
  );
}

const isOver = ({ state }: KeyRow) => state === "expired" || state === "revoked";

function Name({ apiKey }: { apiKey: KeyRow }) {
  return (
    <div className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{apiKey.name}</span>
        {apiKey.state === "valid" ? null : <Badge tone={TONES[apiKey.state]}>{apiKey.state}</Badge>}
      </span>
      <span className="font-mono text-code font-normal text-muted">{apiKey.masked}</span>
      <span className="text-xs font-normal text-muted">
        created <Time epochSeconds={apiKey.created_ts} />
        {apiKey.own ? null : <Creator email={apiKey.created_by} />}
      </span>
    </div>
  );
}

/** The creator of a key. An address that needs two lines is cut before its @. */
function Creator({ email }: { email: string }) {
  const viewer = useRootData()?.viewer;
  if (viewer?.email === email) return " by you";
  const at = email.lastIndexOf("@");
  return (
    <span className="block">
      by {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** Spend of the key, with its limits: today, and in total. */
function Spent({ own, ...key }: KeyRow) {
  if (own) return "–";
  const { day_limit_dollars: day, total_limit_dollars: total } = key;
  return (
    <span className="flex flex-col tabular-nums md:whitespace-nowrap">
      {day === null ? null : (
        <span>
          {dollars(key.day_spent_dollars)} of {dollars(day)} today
        </span>
      )}
      <span>
        {dollars(key.total_spent_dollars)}
        {total === null ? "" : ` of ${dollars(total)}`} in total
      </span>
    </span>
  );
}

const dollars = (amount: number) => centsText(BigInt(Math.round(amount * 100)));

/** Scopes of the key, and the networks that it may be used from. */
function Access({ own, scopes, networks }: KeyRow) {
  return (
    <span className="flex flex-col">
      <span>{own ? "everything" : scopes.join(", ")}</span>
      {networks.length === 0 ? null : <span className="text-xs text-muted">from</span>}
      {networks.map((network) => (
        <span key={network} className="font-mono text-xs break-all text-muted">
          {network}
        </span>
      ))}
    </span>
  );
}

function LastUse({ used_ts, used_from }: KeyRow) {
  if (used_ts === 0) return "not yet";
  return (
    <span className="flex flex-col">
      <Time epochSeconds={used_ts} />
      {used_from ? <span className="text-xs break-all text-muted">{used_from}</span> : null}
    </span>
  );
}

function Ends({ ends_ts, own }: KeyRow) {
  if (ends_ts === 0) return own ? "when it is replaced" : "never";
  return <Time epochSeconds={ends_ts} />;
}

function Change({ apiKey, askPassword, answer }: { apiKey: KeyRow } & Omit<KeyTableProps, "keys">) {
  if (isOver(apiKey)) return null;
  if (!apiKey.own) return <KeyActions apiKey={apiKey} askPassword={askPassword} answer={answer} />;
  return (
    <div className="flex md:justify-end">
      <ButtonLink size="small" to="/user/security">
        Show or replace
      </ButtonLink>
    </div>
  );
}

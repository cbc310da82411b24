import { Banner } from "~/platform/ui/banner";
import { type Fact, Facts } from "~/platform/ui/facts";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { formatSeconds } from "./format-seconds";
import type { MovementPart } from "./line-page.server";
import { Second } from "./second";

/** A credit or debit: its stored data, and both sides of its posting. */
export function MovementPanels({ movement }: { movement: MovementPart }) {
  const { at, reference, entries, balanced, topUp, incident, giveBack, volume } = movement;
  const facts: (Fact | null)[] = [
    { label: "Posted", value: <Second at={at} /> },
    topUp?.number
      ? {
          label: "Receipt",
          value: (
            <a href={`/billing/download/${topUp.id}`} download className="prose-link">
              {topUp.number}
            </a>
          ),
        }
      : null,
    ...(topUp?.vat
      ? [
          topUp.vat.issuedBy ? { label: "Issued by", value: topUp.vat.issuedBy } : null,
          topUp.vat.billedTo ? { label: "Billed to", value: topUp.vat.billedTo } : null,
          { label: "Top-up", value: topUp.vat.net },
          { label: topUp.vat.label, value: topUp.vat.amount },
          topUp.vat.sentence ? { label: "Why", value: topUp.vat.sentence } : null,
          { label: "Paid", value: topUp.vat.total },
        ]
      : []),
    {
      label: "Reference",
      value: <span className="font-mono text-xs break-all">{reference}</span>,
      long: true,
    },
  ];
  return (
    <>
      {balanced ? null : (
        <Banner tone="danger">✗ The two sides of this posting differ. Please contact support with this page.</Banner>
      )}
      {incident ? (
        <Banner tone={incident.holds ? "ok" : "danger"}>
          {incident.holds ? "✓" : "✗"} {formatSeconds(incident.refundedSeconds)} s before the incident ×{" "}
          {formatCents(incident.pph)} per hour, never more than was billed: {incident.units} units (
          {incident.amount.dollars}). <TextLink to={`/tasks/${incident.resvGuid}`}>{incident.taskName}</TextLink>
        </Banner>
      ) : null}
      {giveBack ? (
        <Banner tone={giveBack.holds ? "ok" : "danger"}>
          {giveBack.holds ? "✓" : "✗"} Given back for{" "}
          <TextLink to={`/tasks/${giveBack.resvGuid}`}>{giveBack.taskName}</TextLink>: {giveBack.reason} Charged until
          then: {giveBack.charged.dollars}; given back before: {giveBack.before.dollars}. Never more than was charged.
        </Banner>
      ) : null}
      {volume ? (
        <Banner tone={volume.holds ? "ok" : "danger"}>
          {volume.holds ? "✓" : "✗"} {volume.name}: {volume.gb} GB × {volume.gbMonthCents} cents a month ×{" "}
          {formatSeconds(volume.to - volume.from)} s, from <Second at={volume.from} /> to <Second at={volume.to} />,
          divided by 730 hours, plus {volume.carried}/730 of a unit carried over from earlier days: {volume.units} units
          ({volume.amount.dollars}
          ).
        </Banner>
      ) : null}
      <Panel title="Stored data">
        <Facts facts={facts.filter((fact) => fact !== null)} />
      </Panel>
      <Panel title="Both sides of the posting" lead="They add up to 0." padded={false}>
        <Table
          caption="Both sides of the posting"
          rows={entries}
          rowKey={(entry) => `${entry.account} ${entry.amount.units}`}
          empty="No entries"
          columns={[
            { head: "Account", cell: (entry) => entry.account },
            { head: "Units", cell: (entry) => entry.amount.units, numeric: true },
            { head: "Dollars", cell: (entry) => entry.amount.dollars, numeric: true },
          ]}
        />
      </Panel>
    </>
  );
}

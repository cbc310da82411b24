import { CsvLink } from "~/platform/ui/csv-link";
import { formatDollars } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { FigureLink } from "./figure-link";
import type { MoneyNow } from "./read-money-now.server";
import { ChargesChart } from "./charges-chart";

/** Charges and top-ups of the day so far, who owes, and charges by the hour. */
export function MoneyPanel({ money }: { money: MoneyNow | null }) {
  return (
    <Panel title="Money now" actions={<CsvLink table="charges" of="charges" />}>
      {money ? (
        <div className="flex flex-col gap-4">
          <Figures money={money} />
          <ChargesChart money={money} />
        </div>
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function Figures({ money: { charges, chargesBefore, fullHours, topUps, owing, invoices } }: { money: MoneyNow }) {
  const until = `${String(fullHours).padStart(2, "0")}:00`;
  return (
    <StatRow>
      <Stat
        label="Charges today"
        value={<FigureLink to="/dashboard/reports?range=today">{formatDollars(charges)}</FigureLink>}
        note={`${formatDollars(chargesBefore)} by ${until} yesterday`}
      />
      <Stat
        label="Top-ups today"
        value={<FigureLink to="/dashboard/reports?range=today">{formatDollars(topUps)}</FigureLink>}
        note="paid by card"
      />
      <Stat
        label="Owed to us"
        value={<FigureLink to="/dashboard/users?debt=1">{formatDollars(owing.dollars)}</FigureLink>}
        note={<WhoOwes owing={owing} invoices={invoices} />}
      />
    </StatRow>
  );
}

/** The customers with the highest debts, and what is due on invoices, which are no debts. */
function WhoOwes({ owing: { most, tenants }, invoices }: Pick<MoneyNow, "owing" | "invoices">) {
  return (
    <>
      {tenants === 0 && invoices === null ? "nobody" : null}
      {most.map(({ tenantName, dollars }) => (
        <span key={tenantName} className="block [overflow-wrap:anywhere]">
          <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink> {formatDollars(dollars)}
        </span>
      ))}
      {tenants > most.length ? `and ${tenants - most.length} more` : null}
      {invoices ? (
        <span className="block">
          and on <TextLink to="/dashboard/invoices?show=customers">invoices</TextLink> {invoices}
        </span>
      ) : null}
    </>
  );
}

import type { Anomaly } from "~/usage/inside/figures/read-anomalies.server";
import { Badge } from "~/platform/ui/badge";
import { Banner } from "~/platform/ui/banner";
import { formatCount, formatDateTime } from "~/platform/ui/format";
import { CsvLink } from "~/platform/ui/csv-link";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { eventsPath } from "~/usage/views/usage-links";

interface AnomaliesProps {
  anomalies: { rule: string; hour: number; found: Anomaly[] };
}

/** Users and models far above their usual hour, with the rule that found them; nothing when there are none. */
export function Anomalies({ anomalies: { rule, hour, found } }: AnomaliesProps) {
  if (found.length === 0) return null;
  const day = new Date(hour * 1000).toISOString().slice(0, 10);
  return (
    <Panel
      title="Unusual in the last full hour"
      lead={`${rule} Hour from ${formatDateTime(hour)} UTC.`}
      padded={false}
      actions={<CsvLink table="unusual" of="Unusual in the last full hour" />}
    >
      <LongList label="Unusual in the last full hour" rows={found.length}>
        <Table
          caption="Unusual in the last full hour"
          rows={found}
          rowKey={({ what, name }) => `${what} ${name}`}
          empty=""
          columns={[
            {
              head: "Name",
              cell: ({ what, name }) => (
                <TextLink to={eventsPath({ day, [what]: name })} className="break-all">
                  {name}
                </TextLink>
              ),
            },
            {
              head: "What",
              cell: ({ what }) => <Badge tone="warn">{what === "model" ? "Model" : "User"}</Badge>,
              className: "max-md:col-span-2",
            },
            { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true },
            { head: "Usual", cell: ({ usual }) => formatCount(usual), numeric: true },
          ]}
        />
      </LongList>
    </Panel>
  );
}

/** Models whose events cost nothing because they have no price. */
export function Unpriced({ models }: { models: { model: string; unpriced: number }[] }) {
  const [first] = models;
  if (!first) return null;
  return (
    <Banner tone="warn">
      {models.length === 1 ? "A model has no price" : `${models.length} models have no price`}, so their events cost no
      coins:{" "}
      {models.slice(0, 10).map(({ model, unpriced }, at) => (
        <span key={model} className="break-all">
          {at > 0 ? ", " : ""}
          {model} ({formatCount(unpriced)} events)
        </span>
      ))}
      {models.length > 10 ? ` and ${models.length - 10} more` : ""}.{" "}
      <TextLink to="/dashboard/catalogue">Set prices in the catalogue</TextLink>
    </Banner>
  );
}

import { CsvLink } from "~/platform/ui/csv-link";
import { formatCents, formatCount } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";
import { errorText } from "./figures";
import { ERROR, ErrorOfWaits, Started, Waits } from "./waits";

interface TenantsProps {
  result: ResultJson;
  seesMoney: boolean;
  /** Their names lead to their pages. A file has names of its own. */
  linksNames: boolean;
}

type Row = VariantJson["by_tenant"][number];

/** Tenants in the table and in a list of names; the file has all. */
const SHOWN = 20;

/** Tenants that would have waited less or longer, by name. */
export function Tenants({ result: { variants, truth }, seesMoney, linksNames }: TenantsProps) {
  const [baseline, ...changed] = variants;
  const all = baseline?.by_tenant ?? [];
  const rowIn = ({ by_tenant }: Pick<VariantJson, "by_tenant">, { tenant_id }: Row) =>
    by_tenant.find((one) => one.tenant_id === tenant_id);
  const real = truth?.real;
  return (
    <Panel
      title="Tenants"
      lead={all.length > SHOWN ? `The ${SHOWN} largest of ${formatCount(all.length)}; the file has all.` : undefined}
      actions={<CsvLink table="tenants" of="tenants" />}
    >
      <div className="flex flex-col gap-5">
        {changed.map(({ name, better, worse }, index) => (
          <div key={index} className="flex max-w-3xl flex-col gap-1 text-sm">
            {changed.length > 1 ? <p className="font-medium">{name}</p> : null}
            <Names label="Better off" names={better} links={linksNames} />
            <Names label="Worse off" names={worse} links={linksNames} />
          </div>
        ))}
        <div className="overflow-hidden rounded-panel border bg-surface">
          <Table
            caption="Waits by tenant"
            rows={all.slice(0, SHOWN)}
            rowKey={({ tenant_id }) => tenant_id}
            empty="No tenant had a task."
            columns={[
              {
                head: "Tenant",
                cell: ({ tenant_name: name }) =>
                  name === null ? "a deleted tenant" : <TenantName name={name} link={linksNames} />,
                className: "font-medium [overflow-wrap:anywhere]",
              },
              { head: "Started", cell: (row) => <Started of={row} />, numeric: true },
              ...(seesMoney
                ? [
                    {
                      head: "Revenue",
                      cell: ({ cents }: Row) => (cents === null ? "–" : formatCents(cents)),
                      numeric: true,
                    },
                  ]
                : [
                    {
                      head: "GPU-hours",
                      cell: ({ gpu_hours }: Row) => formatCount(Math.round(gpu_hours)),
                      numeric: true,
                    },
                  ]),
              ...variants.map((variant) => ({
                head: variant.name,
                cell: (row: Row) => <Waits of={rowIn(variant, row)} />,
                numeric: true,
              })),
              ...(real
                ? [
                    {
                      head: ERROR,
                      cell: (row: Row) => <ErrorOfWaits real={rowIn(real, row)} replayed={row} />,
                      numeric: true,
                    },
                    {
                      head: `${ERROR}, ${seesMoney ? "revenue" : "GPU-hours"}`,
                      cell: (row: Row) => (
                        <span className="text-muted">{errorOfUse(rowIn(real, row), row, seesMoney)}</span>
                      ),
                      numeric: true,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
    </Panel>
  );
}

function errorOfUse(real: Row | undefined, replayed: Row, seesMoney: boolean): string {
  const name = seesMoney ? "cents" : "gpu_hours";
  return errorText(real?.[name] ?? null, replayed[name]);
}

function Names({ label, names, links }: { label: string; names: string[]; links: boolean }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-muted">{`${label}: `}</span>
      {names.length === 0
        ? "nobody"
        : names.slice(0, SHOWN).map((name, index) => (
            <span key={name}>
              {index > 0 ? ", " : ""}
              <TenantName name={name} link={links} />
            </span>
          ))}
      {names.length > SHOWN ? ` and ${formatCount(names.length - SHOWN)} more` : ""}
    </p>
  );
}

function TenantName({ name, link }: { name: string; link: boolean }) {
  return link ? <TextLink to={`/users/stats/${encodeURIComponent(name)}`}>{name}</TextLink> : name;
}

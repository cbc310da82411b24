import { Icon } from "~/platform/ui/icon";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { RightView, RoleView } from "./route";

/** The roles, who has each, and who made it. */
export function RoleList({ roles }: { roles: RoleView[] }) {
  return (
    <section className="rounded-panel border bg-surface shadow-panel">
      <Table
        caption="Staff roles"
        rows={roles}
        rowKey={({ name }) => name}
        empty="There is no role."
        columns={[
          {
            head: "Role",
            cell: ({ name, label, documented }) =>
              documented ? (
                <span className="font-medium">{label}</span>
              ) : (
                <TextLink to={`/dashboard/staff-roles?role=${encodeURIComponent(name)}#change`} className="font-medium">
                  {label}
                </TextLink>
              ),
          },
          { head: "Holders", cell: ({ holders }) => <Holders holders={holders} /> },
          { head: "Rights", cell: ({ rights }) => rights.length, numeric: true, width: "lg:w-20" },
          {
            head: "Made",
            cell: ({ madeTs, madeBy }) =>
              madeTs === null ? (
                <span className="text-muted">Part of Millrace</span>
              ) : (
                <>
                  <Time epochSeconds={madeTs} />
                  {madeBy ? <span className="block text-muted">by {madeBy}</span> : null}
                </>
              ),
            width: "lg:w-44",
          },
        ]}
      />
    </section>
  );
}

function Holders({ holders }: Pick<RoleView, "holders">) {
  if (holders.length === 0) return <span className="text-muted">Nobody</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {holders.map(({ id, name }) => (
        <TextLink key={id} to={`/users/view/${id}`}>
          <bdi>{name}</bdi>
        </TextLink>
      ))}
    </span>
  );
}

/** Rights down, roles across. */
export function Matrix({ roles, rights }: { roles: RoleView[]; rights: RightView[] }) {
  return (
    <section className="rounded-panel border bg-surface shadow-panel">
      <Table
        caption="Rights of each role"
        rows={rights}
        rowKey={({ name }) => name}
        empty="There is no right."
        columns={[
          {
            head: "Right",
            cell: ({ label, about }) => (
              <>
                <span className="font-medium">{label}</span>
                <span className="block font-normal text-muted">{about}</span>
              </>
            ),
          },
          ...roles.map((role) => ({
            head: role.label,
            cell: ({ name }: RightView) =>
              role.rights.includes(name) ? (
                <>
                  <Icon name="check" className="size-4" />
                  <span className="sr-only">yes</span>
                </>
              ) : (
                <span className="text-muted">–</span>
              ),
          })),
        ]}
      />
    </section>
  );
}

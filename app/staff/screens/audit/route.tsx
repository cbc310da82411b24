import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Unread } from "~/platform/ui/unread";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { auditAction } from "./audit-action.server";
import { AuditFilterForm } from "./audit-filter-form";
import { AuditTable } from "./audit-table";
import { Chain } from "./chain";
import { AUDIT_COLUMNS, auditRows, readAuditScreen } from "./read-audit-screen.server";

export const meta: MetaFunction = () => [{ title: "Audit · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "audit");
  const now = presentTime();
  await csvInstead(args, { audit: () => csvTable(auditRows(args, now), AUDIT_COLUMNS) });
  return await readAuditScreen(args, now);
}

export async function action(args: ActionFunctionArgs) {
  return await auditAction(args, await requireStaff(args, "audit"));
}

export default function Audit() {
  const { asked, actions, rows, newer, next, chain } = useLoaderData<typeof loader>();
  useRecount(["checks"]);
  return (
    <Page
      title="Audit"
      lead="What staff did, and every secret that was shown. Rows are kept for two years and never changed."
    >
      <Chain chain={chain} />
      <Panel title="Rows" padded={false} actions={<CsvLink of="the audit" />}>
        <div className="border-b px-4 py-4 sm:px-5">
          <AuditFilterForm asked={asked} actions={actions} />
        </div>
        {rows ? <AuditTable rows={rows} isFiltered={isFiltered(asked)} /> : <Unread />}
        <Places newer={newer} next={next} />
      </Panel>
    </Page>
  );
}

function isFiltered({ who, action, target, range }: ReturnType<typeof useLoaderData<typeof loader>>["asked"]) {
  return who !== "" || action !== "" || target !== "" || range.days !== null;
}

/** Links to older rows, newer rows, and the newest: nothing is counted, so there is no last page. */
function Places({ newer, next }: { newer: string | null; next: string | null }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (newer === null && next === null) return null;
  const to = (side: "after" | "before", place: string | null) => {
    const wanted = new URLSearchParams(search);
    ["after", "before"].forEach((name) => wanted.delete(name));
    if (place) wanted.set(side, place);
    return `${pathname}?${wanted.toString()}`;
  };
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t px-4 py-3 sm:px-5">
      {newer === null ? null : (
        <>
          <ButtonLink size="small" to={to("after", null)} rel="first">
            Newest
          </ButtonLink>
          <ButtonLink size="small" to={to("before", newer)} rel="prev">
            Newer
          </ButtonLink>
        </>
      )}
      {next ? (
        <ButtonLink size="small" to={to("after", next)} rel="next">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}

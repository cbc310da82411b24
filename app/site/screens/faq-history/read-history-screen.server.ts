import { readHistory, readRevision } from "~/site/inside/faq/read-history.server";
import { M } from "~/site/messages";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { rowIdOfPath } from "~/platform/http/schemas/row-id.server";

/** A section's history, and the changes of the chosen or newest version (A19). Throws a 404. */
export async function readHistoryScreen(given: {
  id: string | undefined;
  search: URLSearchParams;
  viewer: WithRights;
}) {
  const { search, viewer } = given;
  const id = rowIdOfPath(given.id);
  const page = rowIdOfPath(search.get("page") ?? undefined) ?? 1;
  const history = id === null ? null : await readHistory({ id, page });
  if (id === null || !history) throw refusalPage(404, M.notFound);
  const version = rowIdOfPath(search.get("version") ?? undefined) ?? history.revisions[0]?.version ?? 0;
  return { id, ...history, chosen: await readRevision({ id, version }), mayWrite: hasRight(viewer, "site.act") };
}

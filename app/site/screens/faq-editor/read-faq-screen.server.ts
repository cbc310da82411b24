import { readEditor, readSectionText } from "~/site/inside/faq/read-editor.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { rowIdOfPath } from "~/platform/http/schemas/row-id.server";
import { TOPICS_PER_PAGE } from "./topics-page";

/** The list of sections, and the one in the URL or the first (2.4). */
export async function readFaqScreen(given: { search: URLSearchParams; viewer: WithRights; now: Date }) {
  const { search, viewer, now } = given;
  const { sections, undoable } = await readEditor({ now });
  const wanted = rowIdOfPath(search.get("section") ?? undefined);
  const section = await readSectionText(wanted ?? sections[0]?.id ?? 0);
  const pages = Math.max(1, Math.ceil((section?.topics.length ?? 0) / TOPICS_PER_PAGE));
  const page = Math.min(pages, rowIdOfPath(search.get("topics") ?? undefined) ?? 1);
  return {
    sections,
    undoable,
    section,
    /** The section of this URL was deleted. */
    missing: wanted !== null && section === null,
    page,
    mayWrite: hasRight(viewer, "site.act"),
  };
}

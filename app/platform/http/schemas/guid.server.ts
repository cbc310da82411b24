import { z } from "zod";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { refusalPage } from "~/platform/http/refusal-page.server";

/** The `{resv_guid}` of a path; text that is not a UUID matches nothing: 404 (0.4). */
export function guidOf(params: Readonly<Partial<Record<string, string>>>): string {
  const guid = z.guid().safeParse(params["resv_guid"]);
  if (!guid.success) throw new Refusal(M.notFound, { status: 404 });
  return guid.data;
}

/** Reads the guid in the address of a task's screen; otherwise the page is 404. */
export function guidInAddress(params: Readonly<Partial<Record<string, string>>>): string {
  const guid = z.guid().safeParse(params["resvGuid"]);
  if (!guid.success) throw refusalPage(404, M.notFound);
  return guid.data;
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { factsOf } from "~/platform/http/request-facts.server";
import { readCsv } from "../../../support/csv";
import { get, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

/** The file that a screen sends for that address, with columns by heading. */
export async function csvFile(load: (args: ActionFunctionArgs) => Promise<unknown>, visit: Visit, path: string) {
  const args = get(visit, path);
  await thrownBy(load(args));
  const { file } = factsOf(args);
  if (!file) throw new Error(`${path} sent no file`);
  return { name: file.headers.get("Content-Disposition"), rows: readCsv(await file.text()) };
}

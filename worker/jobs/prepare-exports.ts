import { prepareExports as prepare } from "~/domain/own-data/export/prepare-exports.server";

/** Prepares the copies of their data that users asked for. */
export async function prepareExports(): Promise<void> {
  await prepare({ now: new Date() });
}

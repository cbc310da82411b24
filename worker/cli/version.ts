import { version } from "../../package.json";

/** A hash of the program, set by the build; two builds of one version differ in it. */
declare const MILLRACE_BUILD: string | undefined;

export const VERSION = {
  number: version,
  build: typeof MILLRACE_BUILD === "string" ? MILLRACE_BUILD : "source",
};

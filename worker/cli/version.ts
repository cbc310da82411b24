import { version } from "../../package.json";

/** A hash of the program, set by the build; it tells two builds of one version apart. */
declare const MILLRACE_BUILD: string | undefined;

export const VERSION = {
  number: version,
  build: typeof MILLRACE_BUILD === "string" ? MILLRACE_BUILD : "source",
};

import { version } from "../../package.json";

/** Put in by the build: a hash of the program, so that two files of one version number can be told apart. */
declare const MILLRACE_BUILD: string | undefined;

export const VERSION = {
  number: version,
  build: typeof MILLRACE_BUILD === "string" ? MILLRACE_BUILD : "source",
};

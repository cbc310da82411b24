import { env } from "~/env.server";

/** A page of ours as a mail names it. */
export function ownUrl(path: string): string {
  return new URL(path, env.APP_ORIGIN).href;
}

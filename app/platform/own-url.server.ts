import { env } from "./env.server";

/** The absolute URL of one of our pages, for mails. */
export function ownUrl(path: string): string {
  return new URL(path, env.APP_ORIGIN).href;
}

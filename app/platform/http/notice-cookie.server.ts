import { Flash } from "~/accounts/flash.server";
import { isEqualSecret, signatureOf } from "~/platform/secret.server";
import { cookieIn } from "~/accounts/session-cookie";
import { dropCookie, setCookie } from "./cookies.server";

const COOKIE = "millrace_notice";
const PURPOSE = "notice of a visitor";
/** The redirect that sets it leads to the page that shows it, so it is needed for moments only. */
const LASTS_S = 600;

/**
 * The `Set-Cookie` header that keeps the one-time notice of the next page for visitors without a session (2.1, A30).
 */
export function keepNotice(flash: Flash, now: Date): string {
  const expires = (now.getTime() + LASTS_S * 1000).toString(36);
  const text = Buffer.from(JSON.stringify(flash)).toString("base64url");
  return setCookie(COOKIE, [expires, text, signatureOf(PURPOSE, [expires, text])].join("."), LASTS_S);
}

/** Reads the visitor's notice for a page and the header that deletes it; null without a valid one. */
export function takeNotice(request: Request, { path, now }: { path: string; now: Date }) {
  const [expires = "", text = "", signature = ""] = cookieIn(request.headers.get("Cookie"), COOKIE)?.split(".") ?? [];
  if (!isEqualSecret(signatureOf(PURPOSE, [expires, text]), signature)) return null;
  if (Number.parseInt(expires, 36) <= now.getTime()) return null;
  const flash = Flash.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return flash.path === path ? { flash, setCookie: dropCookie(COOKIE) } : null;
}

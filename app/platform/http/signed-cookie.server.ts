import { cookieIn } from "~/accounts/session-cookie";
import { isEqualSecret, signatureOf } from "~/platform/secret.server";
import { dropCookie, setCookie } from "./cookies.server";

/**
 * A value that the browser keeps for us for a while. It is signed with its purpose and its end, so that nobody can
 * forge or extend it; its browser can read it.
 */
export function signedCookie<Value>(name: string, purpose: string, lastsS: number, read: (value: unknown) => Value) {
  return {
    keep: (value: Value, now: Date): string => {
      const expires = (now.getTime() + lastsS * 1000).toString(36);
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return setCookie(name, [expires, text, signatureOf(purpose, [expires, text])].join("."), lastsS);
    },
    /** Returns null without a valid cookie. */
    find: (request: Request, now: Date): Value | null => {
      const [expires = "", text = "", signature = ""] = cookieIn(request.headers.get("Cookie"), name)?.split(".") ?? [];
      if (!isEqualSecret(signatureOf(purpose, [expires, text]), signature)) return null;
      if (Number.parseInt(expires, 36) <= now.getTime()) return null;
      return read(JSON.parse(Buffer.from(text, "base64url").toString()));
    },
    drop: (): string => dropCookie(name),
  };
}

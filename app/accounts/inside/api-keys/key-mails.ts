import { centsText } from "~/platform/cents-text";
import { utcMinute } from "~/platform/utc-moment";
import { type KeyScope, SCOPE_WORDS } from "~/accounts/key-scopes";

const SIGNED = "\n\nMillrace";

/** A key in mails, with at most its last four characters. */
export interface MailedKey {
  name: string;
  last4: string;
  scopes: readonly KeyScope[];
  networks: readonly string[];
  expiresAt: Date | null;
  dayCents?: number | null;
  totalCents?: number | null;
}

export function keyMadeMail(key: MailedKey, how: string, url: string) {
  return {
    subject: "A new API key was created for your Millrace account",
    text: `${how}\n\n${linesOf(key)}\n\nIf you did not do this, revoke the key at once and change your password: ${url}${SIGNED}`,
  };
}

export function keyRotatedMail(key: MailedKey, oldEnds: Date | null, url: string) {
  const old = oldEnds ? `The old one works until ${utcMinute(oldEnds)}.` : "The old one no longer works.";
  return {
    subject: "An API key of your Millrace account was replaced",
    text: `The API key was replaced by a new one. ${old}\n\n${linesOf(key)}\n\nIf you did not do this, revoke the key at once and change your password: ${url}${SIGNED}`,
  };
}

export function keyRevokedMail(key: MailedKey, url: string) {
  return {
    subject: "An API key of your Millrace account was revoked",
    text: `This API key no longer works.\n\n${linesOf(key)}\n\nPrograms that used it need a new one: ${url}${SIGNED}`,
  };
}

export function keyEndsMail(key: MailedKey & { expiresAt: Date }, url: string) {
  return {
    subject: `An API key of your Millrace account expires on ${key.expiresAt.toISOString().slice(0, 10)}`,
    text: `This API key expires on ${utcMinute(key.expiresAt)}. Rotate the key before then, so that programs that use it keep working: ${url}\n\n${linesOf(key)}${SIGNED}`,
  };
}

function linesOf({ name, last4, scopes, networks, expiresAt, dayCents, totalCents }: MailedKey): string {
  const limits = [
    ...(dayCents ? [`${centsText(BigInt(dayCents))} a day`] : []),
    ...(totalCents ? [`${centsText(BigInt(totalCents))} in total`] : []),
  ];
  return [
    ...(limits.length > 0 ? [`Spending limit: ${limits.join(", ")}`] : []),
    `Name: ${name}`,
    `Key: mr_…${last4}`,
    `Scopes: ${scopes.map((scope) => `${scope} (${SCOPE_WORDS[scope]})`).join("; ")}`,
    `From: ${networks.length > 0 ? networks.join(", ") : "everywhere"}`,
    `Until: ${expiresAt ? utcMinute(expiresAt) : "it is revoked"}`,
  ].join("\n");
}

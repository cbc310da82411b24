import { randomBytes } from "node:crypto";
import { env } from "~/platform/env.server";

const TOKEN_BYTES = 16;
/** The part of a conversation's addresses that nobody can guess: 32 characters that survive any mail server. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("hex");
}

/** The address to which the answers to a conversation go; empty if there is none. */
export function replyAddress(token: string): string {
  if (env.INBOX_ADDRESS === undefined) return env.SUPPORT_EMAIL ?? "";
  return env.INBOX_ADDRESS.replace("@", `+${token}@`);
}

/** A new Message-ID. It carries the token, so that an answer is recognised by its references too. */
export function newMessageId(token: string): string {
  const host = env.INBOX_ADDRESS?.split("@")[1] ?? new URL(env.APP_ORIGIN).hostname;
  return `<${token}.${randomBytes(8).toString("hex")}@${host}>`;
}

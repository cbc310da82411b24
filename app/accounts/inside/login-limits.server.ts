import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { lastingLimit } from "~/platform/lasting-limit.server";

const WINDOW_S = 15 * 60;

export const tooManyAttempts = (seconds: number) => new Refusal(M.tooManyLogins({ minutes: Math.ceil(seconds / 60) }));

const limit = (prefix: string, points: number) =>
  lastingLimit({ prefix, points, durationS: WINDOW_S, refusal: tooManyAttempts });

const byEmail = limit("login-email", env.RATE_LOGIN_PER_EMAIL);
const byAddress = limit("login-ip", env.RATE_LOGIN_PER_IP);
const byFactor = limit("login-factor", env.RATE_LOGIN_PER_EMAIL);

interface LoginAttempt {
  email: string;
  ip: string;
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts find no gap. Refuses with M71 after 5
 * per email and address or 20 per address in 15 minutes (0.9). `forgetAttempt` removes a successful one.
 */
export async function countAttempt({ email, ip }: LoginAttempt): Promise<void> {
  await byAddress.consume(ip);
  await byEmail.consume(emailKey(email, ip));
}

export async function forgetAttempt({ email, ip }: LoginAttempt): Promise<void> {
  await Promise.all([byEmail.forget(emailKey(email, ip)), byAddress.giveBack(ip)]);
}

/** Counts a passkey attempt by address only: the user is known only if the passkey is right. */
export async function countAddress(ip: string): Promise<void> {
  await byAddress.consume(ip);
}

export async function restoreAddress(ip: string): Promise<void> {
  await byAddress.giveBack(ip);
}

/** Counts a second-factor attempt by user: anyone who guesses codes already knows the password. */
export async function countFactorAttempt(userId: number): Promise<void> {
  await byFactor.consume(String(userId));
}

export async function forgetFactorAttempts(userId: number): Promise<void> {
  await byFactor.forget(String(userId));
}

function emailKey(email: string, ip: string): string {
  return `${email.slice(0, 100)}|${ip}`;
}

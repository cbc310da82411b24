import { connect } from "node:tls";
import nodemailer from "nodemailer";
import type { Env } from "~/platform/env.server";
import { counted } from "~/platform/counted";
import { type Finding, findingsOn, messageOf } from "./finding";

const WITHIN_MS = 5_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = { warn: 14, critical: 3 };

/** Checks that web answers at its public address, as browsers see it. */
export async function checkWeb({ APP_ORIGIN }: Env): Promise<Finding[]> {
  const { ok, critical } = findingsOn("web");
  const address = `${APP_ORIGIN}/healthz`;
  const remedy = "Check that web runs (`npm run web`), and that the proxy passes requests to it.";
  const answer = await ask(address);
  if (typeof answer === "string") return [critical(`${address} cannot be reached: ${answer}`, remedy)];
  if (answer.status !== 200 || !answer.text.includes('"retcode":"OK"'))
    return [critical(`${address} is not answered by Millrace, but with ${answer.status}.`, remedy)];
  return [ok(`It answers at ${APP_ORIGIN}.`)];
}

/** Checks that sockets of browsers and agents reach a worker. */
export async function checkLive({ LIVE_ORIGIN }: Env): Promise<Finding[]> {
  const { ok, critical } = findingsOn("live");
  const address = `${LIVE_ORIGIN}/socket.io/`;
  const remedy = "Check that the worker runs (`npm run worker`), and that the proxy passes /socket.io/ to it.";
  // Only a socket server names its code for a request that is no socket.
  const answer = await ask(`${address}?EIO=4&transport=polling`);
  if (typeof answer === "string") return [critical(`${address} cannot be reached: ${answer}`, remedy)];
  if (!/"code":\s*\d/.test(answer.text))
    return [critical(`${address} is not answered by a worker, but with ${answer.status}.`, remedy)];
  return [ok(`A worker answers at ${LIVE_ORIGIN}.`)];
}

/** Checks that the certificates of the public addresses are valid, and for how long. */
export async function checkCertificates({
  APP_ORIGIN,
  LIVE_ORIGIN,
  TASK_HOST,
  MILLRACE_DEMO,
}: Env): Promise<Finding[]> {
  const ports = TASK_HOST && !MILLRACE_DEMO ? [`https://any.${TASK_HOST}`] : [];
  const origins = [...new Set([APP_ORIGIN, LIVE_ORIGIN, ...ports])].filter((origin) => origin.startsWith("https:"));
  return await Promise.all(origins.map(checkCertificate));
}

async function checkCertificate(origin: string): Promise<Finding> {
  const { ok, warning, critical, unknown } = findingsOn("certificate");
  const { hostname, port } = new URL(origin);
  const name = hostname.replace(/^any\./, "*.");
  const read = await readCertificate(hostname, Number(port || 443));
  if (read === null) return unknown(`The certificate of ${name} cannot be read: nothing answers there.`);
  if (typeof read === "string")
    return critical(
      `The certificate of ${name} is not accepted: ${read}`,
      "Renew it on the proxy, with its whole chain.",
    );
  const days = Math.floor((read.getTime() - Date.now()) / DAY_MS);
  const says = `The certificate of ${name} ends in ${counted(days, "day")}, on ${read.toISOString().slice(0, 10)}.`;
  const remedy = "Renew it on the proxy, and find out why that did not happen by itself.";
  if (days <= CERTIFICATE_DAYS.critical) return critical(says, remedy);
  return days <= CERTIFICATE_DAYS.warn ? warning(says, remedy) : ok(says);
}

/** Returns the end of a server's certificate, or why it is not accepted; null without a connection. */
async function readCertificate(host: string, port: number): Promise<Date | string | null> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: true });
    const end = (result: Date | string | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(WITHIN_MS, () => end(null));
    socket.once("error", (error: Error) => end("syscall" in error ? null : messageOf(error)));
    socket.once("secureConnect", () => end(new Date(socket.getPeerCertificate().valid_to)));
  });
}

/** Checks that the mail server accepts our login. */
export async function checkMail({ SMTP_URL }: Env): Promise<Finding[]> {
  if (!SMTP_URL) return [];
  const { ok, critical } = findingsOn("mail");
  const host = new URL(SMTP_URL).hostname;
  const within = { connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS };
  const transport = nodemailer.createTransport({ url: SMTP_URL, ...within });
  try {
    await transport.verify();
    return [ok(`${host} accepts our login.`)];
  } catch (error) {
    return [
      critical(
        `${host} does not accept mails: ${messageOf(error)}`,
        "Check SMTP_URL. Waiting mails are sent once it is right.",
      ),
    ];
  } finally {
    transport.close();
  }
}

/** Asks an address. Returns why it did not answer, as a text. */
async function ask(address: string): Promise<{ status: number; text: string } | string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(WITHIN_MS), redirect: "manual" });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const refused = error instanceof Error && "code" in error && /REFUSED/i.test(String(error.code));
    return refused ? "nothing listens there" : messageOf(error);
  }
}

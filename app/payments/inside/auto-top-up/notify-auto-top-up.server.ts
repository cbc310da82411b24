import { utcMinute } from "~/platform/utc-moment";
import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { returnPath } from "../ask-charge.server";
import { failedPayment } from "../notify-top-up.server";
import { centsText } from "~/platform/cents-text";
import { TOPUP_DAY_CENTS } from "~/payments/top-up-limits";
import type { Standing } from "./auto-standing";

const SCREEN = "/billing/auto-top-up";

interface AutoTopUpNotice {
  tenantId: number;
  topupId: string;
  cents: Cents;
  now: Date;
}

/** The bank needs the customer: our page leads there, with the same payment. */
export async function notifyAsking(tx: Tx, { tenantId, topupId, cents, now }: AutoTopUpNotice): Promise<void> {
  const cause = `auto-top-up-asks:${topupId}`;
  const url = returnPath(topupId);
  const mail = {
    subject: `Please confirm your top-up of ${centsText(cents)} at your bank`,
    text:
      `Your balance is low, and your bank asks for your confirmation of the automatic top-up of ${centsText(cents)}. ` +
      `Until then nothing is charged and nothing is added to your balance.\n\nContinue here: ${ownUrl(url)}\n`,
  };
  await notify(tx, { tenantId, retcode: "ERROR", message: M.bankAsks, url, cause, now, mail });
}

export async function notifyDeclined(tx: Tx, given: AutoTopUpNotice & { standing: Standing }): Promise<void> {
  const { tenantId, topupId, cents, now, standing } = given;
  const again = standing.tryAfter ? utcMinute(standing.tryAfter) : "a while";
  const message = `Your automatic top-up of ${centsText(cents)} was declined: ${standing.message} We will try again after ${again}.`;
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message,
    url: SCREEN,
    cause: `topup-failed:${topupId}`,
    now,
    event: failedPayment({ topupId, cents }, message),
  });
}

/** Automatic top-up has switched itself off; from now on only the customer adds funds. */
export async function notifyStopped(
  tx: Tx,
  { tenantId, message, now }: { tenantId: number; message: string; now: Date },
): Promise<void> {
  const cause = `auto-top-up-stopped:${tenantId}:${now.getTime()}`;
  const text = `Automatic top-up has switched itself off: ${message}`;
  const mail = {
    subject: "Automatic top-up is switched off",
    text:
      `${text}\n\nYour tasks stop when your balance is used up. Add funds, or change the card and switch it on again: ` +
      `${ownUrl(SCREEN)}\n`,
  };
  await notify(tx, { tenantId, retcode: "ERROR", message: text, url: SCREEN, cause, now, mail });
}

/** Once a month, when the cap prevents a needed charge. */
export async function notifyCapped(
  tx: Tx,
  { tenantId, monthCapCents, now }: { tenantId: number; monthCapCents: Cents; now: Date },
): Promise<void> {
  const cause = `auto-top-up-capped:${tenantId}:${now.toISOString().slice(0, 7)}:${monthCapCents}`;
  const text = `Your balance is low, and automatic top-up has reached its monthly cap of ${centsText(monthCapCents)}.`;
  const mail = {
    subject: "Automatic top-up has reached its monthly cap",
    text: `${text} Add funds yourself or raise the cap: ${ownUrl(SCREEN)}\n`,
  };
  await notify(tx, { tenantId, retcode: "ERROR", message: text, url: SCREEN, cause, now, mail });
}

/** Once a day, when the daily limit of all top-ups prevents a needed charge (B10). */
export async function notifyDayLimited(tx: Tx, { tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  const cause = `auto-top-up-day:${tenantId}:${now.toISOString().slice(0, 10)}`;
  const text = `Your balance is low, and your top-ups have reached the limit of ${centsText(TOPUP_DAY_CENTS)} a day.`;
  const mail = {
    subject: "Automatic top-up has reached today's limit",
    text: `${text} Automatic top-up resumes after midnight (UTC). See ${ownUrl(SCREEN)}\n`,
  };
  await notify(tx, { tenantId, retcode: "ERROR", message: text, url: SCREEN, cause, now, mail });
}

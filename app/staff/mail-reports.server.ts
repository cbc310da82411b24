import { MONEY_FIGURE_NAMES, MONEY_FIGURES } from "~/money/money-figures";
import { centsText } from "~/platform/cents-text";
import { dayOf, firstOfMonth, lastOfMonth, plusMonths } from "~/platform/day-range";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { forEach } from "~/platform/for-each";
import { ownUrl } from "~/platform/own-url.server";
import { monthText } from "~/platform/utc-text";
import { queueMail } from "~/platform/queue-mail.server";
import { HAS_RIGHT } from "~/platform/staff-rights";
import { askedPeriod } from "./inside/reports/period";
import { type GpuPart, readGpuReport, readMoneyReport } from "./inside/reports/read-report.server";

/** Mails the report of the month that is over to staff who see money and subscribed, once each; without a required second factor they are customers. */
export async function mailReports({ now }: { now: Date }): Promise<void> {
  const month = plusMonths(firstOfMonth(dayOf(now)), -1);
  const readers = await db.query<{ userId: number; email: string }>(
    `select u.id as "userId", u.email from report_reader r join user_account u on u.id = r.user_id
     where r.told_month < $1::date and ${HAS_RIGHT("money.see")} and u.state = 'active' and u.email is not null
       and (u.totp_confirmed_at is not null or not $2::boolean) order by 1`,
    [month, env.STAFF_TOTP_REQUIRED],
  );
  if (readers.length === 0) return;
  const mail = await reportOf(month, now);
  await forEach(readers, ({ userId, email }) =>
    transaction(async (tx) => {
      await tx.query(`update report_reader set told_month = $2 where user_id = $1`, [userId, month]);
      await queueMail(tx, { to: email, ...mail, cause: `report:${month}:${userId}` });
    }),
  );
}

async function reportOf(month: string, now: Date) {
  const range = new URLSearchParams({ start_date: month, end_date: lastOfMonth(month) });
  const period = askedPeriod(new URLSearchParams([...range, ["split", "cluster"]]), now);
  const [money, gpus] = await Promise.all([readMoneyReport(period), readGpuReport(period)]);
  const name = monthText(month);
  const figures = MONEY_FIGURE_NAMES.map(
    (figure) =>
      `${MONEY_FIGURES[figure].label}: ${dollarsText(money.total[figure])}, before ${dollarsText(money.before?.[figure] ?? 0)}`,
  );
  const clusters = gpus.parts.map((part) => `${part.key}: ${dollarsText(part.revenue)} revenue${inUse(part)}`);
  return {
    subject: `Millrace in ${name}: ${dollarsText(money.total.revenue)} revenue`,
    text: [
      `${name}, and the month before:`,
      figures.join("\n"),
      ...(clusters.length > 0 ? [clusters.join("\n")] : []),
      `The whole report, and the switch for this mail: ${ownUrl(`/dashboard/reports?${range.toString()}`)}`,
    ].join("\n\n"),
  };
}

/** The share of a cluster's GPU-hours; empty if they were not measured, as for another scheduler's. */
function inUse({ busy, inService }: GpuPart): string {
  if (inService === 0) return "";
  return `, ${Math.round((busy / inService) * 100)}% of its GPU-hours in service were in use`;
}

function dollarsText(dollars: number): string {
  return centsText(BigInt(Math.round(dollars * 100)));
}

import { countSignUps } from "~/accounts/count-sign-ups.server";
import { listRevenueHours, type RevenueHour } from "~/money/revenue-hours.server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Today's business, in UTC, compared with the same weekday last week. */
export async function readBusiness({ now }: { now: Date }) {
  const midnight = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const before = (moment: Date) => new Date(moment.getTime() - WEEK_MS);
  const nextDay = new Date(midnight.getTime() + DAY_MS);
  const [today, lastWeek, signUps, signUpsBefore] = await Promise.all([
    listRevenueHours({ from: midnight, until: nextDay }),
    listRevenueHours({ from: before(midnight), until: before(nextDay) }),
    countSignUps({ from: midnight, until: now }),
    countSignUps({ from: before(midnight), until: before(now) }),
  ]);
  const fullHours = Math.floor((now.getTime() - midnight.getTime()) / HOUR_MS);
  return {
    /** `YYYY-MM-DD` */
    day: midnight.toISOString().slice(0, 10),
    weekday: midnight.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" }),
    hours: today.map(({ ts, dollars }, hour) => ({
      ts,
      /** Null: it has not started. */
      today: hour <= fullHours ? dollars : null,
      lastWeek: lastWeek[hour]?.dollars ?? 0,
    })),
    fullHours,
    revenue: sumOf(today),
    revenueBefore: sumOf(lastWeek.slice(0, fullHours)),
    revenueLastWeek: sumOf(lastWeek),
    signUps,
    signUpsBefore,
  };
}

export type Business = Awaited<ReturnType<typeof readBusiness>>;

/** Adds whole cents, so that no sum has a ninth decimal. */
function sumOf(hours: RevenueHour[]): number {
  return hours.reduce((cents, { dollars }) => cents + Math.round(dollars * 100), 0) / 100;
}

import { plusDays } from "~/platform/day-range";
import { findFiltered } from "~/usage/inside/figures/find-filtered.server";
import { LARGEST } from "~/usage/inside/figures/largest";
import { listModelNames } from "~/usage/inside/figures/names.server";
import { readStatsDays } from "~/usage/inside/figures/read-api-stats.server";
import { readUsageDay } from "~/usage/inside/figures/read-usage-day.server";
import { compactDay, dayOfCompact } from "~/usage/inside/figures/usage-day";
import { askedUsage, usageQuery } from "~/usage/inside/figures/usage-filter";

interface Asked {
  search: URLSearchParams;
  now: Date;
}

/** Reads a day's figures, and the neighbouring days that can be shown: none before the first, none after today (60). */
export async function readApistatsScreen(asked: Asked) {
  const filter = askedUsage(asked.search);
  const [shown, models] = await Promise.all([readShownDay(asked, LARGEST), listModelNames()]);
  const { day, firstDay, today, problems, ...figures } = shown;
  const pathOf = (date: string) => `/dashboard/apistats${usageQuery({ ...filter, date: compactDay(date) })}`;
  return {
    ...figures,
    day,
    filter,
    problems,
    offered: models,
    previous: day > firstDay ? pathOf(plusDays(day, -1)) : null,
    next: day < today ? pathOf(plusDays(day, 1)) : null,
  };
}

/** The day in the URL; today if it is invalid or out of reach. */
export async function readShownDay({ search, now }: Asked, mostUsers: number) {
  const { firstDay, today } = await readStatsDays({ now });
  const typed = (search.get("date") ?? "").trim().slice(0, 10);
  const asked = dayOfCompact(/^\d{4}-\d\d-\d\d$/.test(typed) ? compactDay(typed) : typed);
  const day = asked !== null && asked >= firstDay && asked <= today ? asked : today;
  const { problems, ...filtered } = await findFiltered(askedUsage(search));
  return { ...(await readUsageDay({ day, filtered, mostUsers })), day, firstDay, today, problems };
}

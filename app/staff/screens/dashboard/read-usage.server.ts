import { readUsageNow } from "~/usage/read-usage-now.server";

/** Model usage today, in UTC, compared with the same moment last week. */
export async function readUsage({ now }: { now: Date }) {
  return {
    ...(await readUsageNow({ now })),
    /** `YYYY-MM-DD` */
    day: now.toISOString().slice(0, 10),
    weekday: now.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" }),
    time: now.toISOString().slice(11, 16),
  };
}

export type Usage = Awaited<ReturnType<typeof readUsage>>;

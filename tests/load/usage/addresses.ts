import { db } from "~/platform/db.server";

/** Paths and screens of model usage (3.8, 3.9), as they open and with longer filters. */
export async function usageAddresses(now: Date): Promise<string[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const [named] = await db.query<{ model: string; user: string; quiet: string; workspace: string }>(
    `select (select name from usage_model order by id limit 1) as model,
       (select email from user_account where email like 'bench-user-%' order by id limit 1) as user,
       (select email from user_account where email like 'bench-user-%' order by id desc limit 1) as quiet,
       (select name from workspace order by tenant_id limit 1) as workspace`,
  );
  if (!named) throw new Error("nothing was filled");
  const model = `model=${encodeURIComponent(named.model)}`;
  const user = `user=${encodeURIComponent(named.user)}`;
  const workspace = `workspace=${encodeURIComponent(named.workspace)}`;
  const year = `start_date=${daysAgo(365)}&end_date=${daysAgo(0)}`;
  return [
    ...["daily-models", "monthly-models", "models-per-day", "coins-stats", "usage/data"].map(
      (path) => `/dashboard/${path}`,
    ),
    ...["", "?limit=1000"].map((limit) => `/dashboard/users-usage-stats${limit}`),
    ...["/dashboard/daily-chat-messages", "/dashboard/daily-pro-messages"],
    ...[
      "/dashboard/api-stats",
      `/dashboard/api-stats?date=${daysAgo(1).replaceAll("-", "")}`,
      "/dashboard/api-stats?limit=1000",
    ],
    ...["", "?limit=1000"].map((limit) => `/dashboard/charts-sorted${limit}`),
    ...["60", "3600", "86400", "2592000"].map((range) => `/dashboard/api-charts/${range}`),
    `/users/metering/${encodeURIComponent(named.user)}`,
    ...["", `?range=90`, `?${year}`, `?${model}`, `?${user}`, `?${workspace}&range=90`, `?messages=1`].map(
      (asked) => `/dashboard/models${asked}`,
    ),
    ...["", `?range=90`, `?${year}`, `?${model}`, `?${workspace}`, "?q=bench-user-1"].map(
      (asked) => `/dashboard/metering${asked}`,
    ),
    ...["", "?days=90"].map((asked) => `/dashboard/user-metering/${encodeURIComponent(named.user)}${asked}`),
    ...["", "?range=90", `?${year}`].map((asked) => `/dashboard/usage${asked}`),
    ...["", `?date=${daysAgo(1).replaceAll("-", "")}`, `?${model}`, `?${user}`].map(
      (asked) => `/dashboard/apistats${asked}`,
    ),
    ...["", "?range=3600", "?range=86400", "?range=2592000", `?${user}`, `?${model}&range=3600`].map(
      (asked) => `/dashboard/api${asked}`,
    ),
    ...[
      "",
      `?${model}`,
      `?${user}`,
      `?user=${encodeURIComponent(named.quiet)}`,
      `?${workspace}`,
      "?failed=1",
      "?kind=agent",
      "?kind=completion&failed=1",
    ].map((asked) => `/dashboard/usage/events${asked}`),
    ...["/dashboard/ingestion", "/dashboard/catalogue"],
  ];
}

import { csvTable } from "~/platform/http/csv-instead.server";
import { readShownDay } from "./read-apistats-screen.server";

/** The tables of a day as files; that of users holds all of them. */
export function apistatsCsv(asked: { search: URLSearchParams; now: Date }) {
  const read = () => readShownDay(asked, Number.MAX_SAFE_INTEGER);
  return {
    models: () =>
      csvTable(async () => (await read()).models, {
        Model: (row) => row.name,
        Hits: (row) => row.hit,
        Completed: (row) => row.completed,
      }),
    users: () =>
      csvTable(async () => (await read()).users, {
        User: (row) => row.name,
        Calls: (row) => row.calls,
        Tokens: (row) => row.tokens,
      }),
    hours: () =>
      csvTable(async () => (await read()).hours, {
        From: (row) => new Date(row.ts * 1000),
        Hits: (row) => row.hit,
        Completed: (row) => row.completed,
        Tokens: (row) => row.tokens,
      }),
  };
}

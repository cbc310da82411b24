import { expect, test } from "vitest";
import { allRows } from "~/platform/all-rows";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { readCsv } from "../../../support/csv";
import { argsOf } from "../../../support/route-args";

const asked = (query: string) => argsOf(new Request(`http://127.0.0.1/dashboard/racks?${query}`));
const racks = () => ({
  racks: () => csvTable(allRows(pageOfThree), { Rack: ({ name }) => name, Height: ({ height }) => height }),
  rows: () => csvTable(() => Promise.resolve([{ name: "=1" }]), { Name: ({ name }) => name }),
});

test("without the parameter a screen is shown", async () => {
  const args = asked("page=2");
  await csvInstead(args, racks());
  expect(args.context.facts?.file).toBeUndefined();
});

test("the file has all pages of the table; the other table is requested by its name", async () => {
  expect(await fileOf("format=csv")).toEqual({
    name: 'attachment; filename="millrace-racks.csv"',
    rows: Array.from({ length: 1201 }, (_, at) => ({ Rack: `r${at}`, Height: "42" })),
  });
  expect(await fileOf("format=csv&table=rows")).toEqual({
    name: 'attachment; filename="millrace-rows.csv"',
    rows: [{ Name: "'=1" }],
  });
});

test.each(["format=csv&table=nothing", "format=csv&table=constructor"])("%s names no table: 404", async (query) => {
  const answer = await thrown(asked(query));
  expect(answer.status).toBe(404);
});

test("a fault before the first row gets its page, and no file", async () => {
  const args = asked("format=csv");
  const broken = {
    racks: () =>
      csvTable(
        allRows(() => Promise.reject(new Error("away"))),
        {},
      ),
  };
  await expect(csvInstead(args, broken)).rejects.toThrow("away");
  expect(args.context.facts?.file).toBeUndefined();
});

test("F18: the file begins with one byte order mark, so that a spreadsheet reads its letters", async () => {
  const args = asked("format=csv");
  await thrown(args);
  const text = Buffer.from((await args.context.facts?.file?.arrayBuffer()) ?? new ArrayBuffer(0)).toString();
  expect(text.slice(0, 5)).toBe("\u{feff}Rack");
  expect(text.lastIndexOf("\u{feff}")).toBe(0);
});

async function pageOfThree(last: { name: string } | null): Promise<{ name: string; height: number }[]> {
  const from = last ? Number(last.name.slice(1)) + 1 : 0;
  const count = Math.max(0, Math.min(3, 1201 - from));
  return await Promise.resolve(Array.from({ length: count }, (_, at) => ({ name: `r${from + at}`, height: 42 })));
}

async function fileOf(query: string) {
  const args = asked(query);
  await thrown(args);
  const { file } = args.context.facts ?? {};
  return { name: file?.headers.get("Content-Disposition"), rows: readCsv((await file?.text()) ?? "") };
}

async function thrown(args: ReturnType<typeof asked>): Promise<Response> {
  return await csvInstead(args, racks()).then(
    () => new Response("nothing was thrown", { status: 599 }),
    (answer: unknown) => answer as Response,
  );
}

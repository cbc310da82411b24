import { describe, expect, test } from "vitest";
import { type ChartScript, parseChart, writeChart } from "~/usage/inside/figures/chart-script";
import { stackedByModel } from "~/usage/inside/figures/usage-charts";

const bar = { type: "bar" as const, name: "spend", x: ["2024-01-30", "2024-01-31"], y: [4.1, 5.23] };
const script = (data: unknown, layout: unknown = {}) => JSON.stringify({ data, layout });

describe("The script of usage/data is data (3.9)", () => {
  test("its example is a chart, and a written script is parsed unchanged", () => {
    expect(parseChart(script([bar], { height: 400 }))).toEqual({ data: [bar], layout: { height: 400 } });
    expect(parseChart(script([], {}))).toEqual({ data: [], layout: {} });
    const hostile: ChartScript = { data: [{ ...bar, name: "<script>alert(1)</script> & &lt;" }], layout: {} };
    const written = writeChart(hostile);
    expect(written).not.toMatch(/[<>]/);
    expect(parseChart(written)).toEqual(hostile);
  });

  const broken: [string, string][] = [
    ["JavaScript", "alert(1)"],
    ["no object", "[]"],
    ["no data", '{"layout":{}}'],
    ["no layout", '{"data":[]}'],
    ["a key more", '{"data":[],"layout":{},"config":{}}'],
    ["a key of a trace more", script([{ ...bar, text: ["x"] }])],
    ["another type", script([{ ...bar, type: "scattergl" }])],
    ["a trace without a type", script([{ name: "x" }])],
    ["a name with a tag", script([{ ...bar, name: "<b>" }])],
    ["a name with a link", script([{ ...bar, name: "&#60;a" }])],
    ["a text of 201 characters", script([{ ...bar, name: "x".repeat(201) }])],
    ["a number beyond all", '{"data":[{"type":"bar","y":[1e999]}],"layout":{}}'],
    ["no number", script([{ ...bar, y: [null] }])],
    ["1001 points", script([{ ...bar, x: Array.from({ length: 1001 }, () => 1) }])],
    ["21 traces", script(Array.from({ length: 21 }, () => bar))],
    ["another mode", script([{ ...bar, mode: "text" }])],
    ["a height of 99", script([bar], { height: 99 })],
    ["a height of 1001", script([bar], { height: 1001 })],
    ["a range of one", script([bar], { yaxis: { range: [1] } })],
    ["a part of the layout more", script([bar], { images: [] })],
    ["more than 256 KiB", script([bar], { title: " ".repeat(300_000) })],
    ["a prototype", '{"data":[{"type":"bar","__proto__":{"name":"x"}}],"layout":{}}'],
  ];
  test.each(broken)("Acceptance 56: %s is not drawn", (_what, text) => expect(parseChart(text)).toBeNull());

  test("a long name is cut, and its escapes stay whole", () => {
    const chart = parseChart(writeChart({ data: [{ ...bar, name: "&".repeat(300) }], layout: {} }));
    expect(chart?.data[0]?.name).toBe("&".repeat(40));
  });
});

test("days are stacked by the ten largest models and 'Other' (A13)", () => {
  const models = Array.from({ length: 12 }, (_, at) => ({ day: "2024-01-31", model: `m${at}`, value: 12 - at }));
  const series = stackedByModel(
    ["2024-01-30", "2024-01-31"],
    [...models, { day: "2024-01-30", model: "m11", value: 5 }],
  );
  expect(series).toHaveLength(11);
  expect(series[0]).toEqual({ name: "m0", values: [0, 12] });
  expect(series.at(-1)).toEqual({ name: "Other", values: [0, 5] });
  expect(series.find(({ name }) => name === "m11")).toEqual({ name: "m11", values: [5, 1] });
});

import { Writable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../../../worker/cli/failure";
import { loadLines } from "../../../../worker/cli/terminal/load-lines";
import { Output } from "../../../../worker/cli/terminal/output";
import { plain } from "../../../../worker/cli/terminal/colours";

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
const EVIL = "ok\u001b]0;title\u0007\u001b[2J\r\n\u009b31m\u202eevil";

function outputTo({ json = false, colour = false } = {}) {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk, _, next) => {
      written.push(String(chunk));
      next();
    },
    decodeStrings: false,
  });
  const out = new Output(json, { noColour: !colour, forceColour: colour }, stream as never, stream as never);
  return { out, text: () => written.join("") };
}

test("server texts move no cursor and add no line: result, note, failure, hint", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(EVIL), fc.string({ unit: "binary" })), (said) => {
      const { out, text } = outputTo();
      out.line(said);
      out.note(said);
      out.failure(new Failure(said, { hint: `try ${said}` }));
      const lines = text().split("\n");
      expect(lines).toHaveLength(5);
      expect(lines.filter((line) => CONTROL.test(line))).toEqual([]);
    }),
  );
});

test("our own colours stay where colours are on, and nothing else does", () => {
  const { out, text } = outputTo({ colour: true });
  out.line(`${out.paint.red("state")} ${EVIL}`);
  const [line = "", ...rest] = text().split("\n");
  expect(rest).toEqual([""]);
  expect(line.startsWith("\u001b[31mstate\u001b[39m ok")).toBe(true);
  expect(line.slice("\u001b[31mstate\u001b[39m".length)).not.toMatch(CONTROL);
});

test("JSON is printed as received, escaped so that it cannot control a terminal", () => {
  const { out, text } = outputTo({ json: true });
  out.result({ said: EVIL }, () => undefined);
  expect(JSON.parse(text())).toEqual({ said: EVIL });
  expect(text().replaceAll("\n", "")).not.toMatch(CONTROL);
  const failed = outputTo({ json: true });
  failed.out.failure(new Failure(EVIL));
  expect(JSON.parse(failed.text())).toMatchObject({ human_readable_message: EVIL });
  expect(failed.text().trimEnd()).not.toMatch(CONTROL);
});

test("the live screen shows safe names", () => {
  const load = {
    task_name: EVIL,
    gpu_type: EVIL,
    gpus: [],
    hour: [],
    simulated: false,
    cpu_pct: null,
    mem_mb: null,
  } as unknown as Parameters<typeof loadLines>[0][number];
  expect(loadLines([load], 80, plain).filter((line) => CONTROL.test(line))).toEqual([]);
});

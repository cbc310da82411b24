import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { desiredSchema } from "~/fleet/agent-messages";
import { Refusal } from "~/platform/refusal";
import { MASK, parseVariables, requireVariables, type Variable, variableLines } from "~/compute/template-variables";

const agentsTake = z.object({ environment: desiredSchema.shape.tasks.element.shape.environment });
const parse = (text: string, secret = false) => parseVariables(text, { secret, field: "variables" });

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/).filter((one) => one !== "__proto__");
/** Values that a person can mean: one line, without spaces at either end. */
const value = fc
  .string({ unit: "binary", maxLength: 60 })
  .map((one) => one.trim())
  .filter((one) => !/(?!\t)[\p{Cc}\p{Cs}]/u.test(one));
const variables = fc.uniqueArray(fc.record({ name, value, secret: fc.constant(false) }), {
  selector: (one) => one.name,
  maxLength: 20,
});
/**
 * Anything that a program may send: bytes as text, all kinds of line ends, equals signs and names of built-in
 * properties.
 */
const hostile = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => new TextDecoder().decode(bytes)),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "\r",
        "\n",
        "\r\n",
        "=",
        "A=",
        "__proto__=x",
        "constructor=1",
        "#",
        "\0",
        "\ud800",
        "\u2028",
        "\x1b[2J",
        MASK,
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("Variables as lines", () => {
  test("are read literally: quotes, blanks and equals signs belong to the value", () => {
    expect(parse('# of vLLM\r\nMODEL=facebook/opt-125m\n\n  ARGS = --a="b c" =x \nEMPTY=')).toEqual([
      { name: "MODEL", value: "facebook/opt-125m", secret: false },
      { name: "ARGS", value: '--a="b c" =x', secret: false },
      { name: "EMPTY", value: "", secret: false },
    ]);
  });

  test("return as they were written", () => {
    fc.assert(
      fc.property(variables, (given) => {
        expect(parse(variableLines(given, { secret: false }))).toEqual(given);
      }),
    );
  });

  test("contain only values that agents accept and JSON carries; others are refused with their line", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        try {
          const given = parse(text);
          requireVariables(given, "variables");
          const environment = Object.fromEntries(given.map((one) => [one.name, one.value ?? ""]));
          expect(Object.keys(agentsTake.parse({ environment }).environment ?? {})).toEqual(Object.keys(environment));
          expect(JSON.parse(JSON.stringify(environment))).toEqual(environment);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect((error as Refusal).details.fields?.["variables"]).toMatch(/^(Line \d+|\w+): /);
        }
      }),
    );
  });

  test("show only the name of a secret, and sending it back keeps it", () => {
    const given: Variable[] = [
      { name: "TOKEN", value: null, secret: true },
      { name: "MODEL", value: "a", secret: false },
    ];
    expect(variableLines(given, { secret: true })).toBe(`TOKEN=${MASK}`);
    expect(parse(`TOKEN=${MASK}\nNEW=x`, true)).toEqual([
      { name: "TOKEN", value: null, secret: true },
      { name: "NEW", value: "x", secret: true },
    ]);
  });

  test.each([
    ["A=1\nnonsense", "Line 2: write NAME=value."],
    ["1A=x", "Line 1: a name has letters"],
    ["A-B=x", "Line 1: a name has letters"],
    ["__proto__=x", "Line 1: a name has letters"],
    [`A=${"x".repeat(8193)}`, "Line 1: a value is one line"],
    ["A=\x07", "Line 1: a value is one line"],
  ])("are refused with the place: %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test("have distinct names, a limited number, and a limited size", () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `V${at}`, value: "", secret: false }));
    expect(() => requireVariables([...many.slice(0, 2), ...many.slice(0, 1)], "environment")).toThrow(
      "V0: appears twice",
    );
    expect(() => requireVariables(many, "environment")).toThrow("there may be 100");
    const large = many.slice(0, 5).map((one) => ({ ...one, value: "x".repeat(8000) }));
    expect(() => requireVariables(large, "environment")).toThrow("32 KiB");
  });
});

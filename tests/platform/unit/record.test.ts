import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "~/platform/http/openapi/json-schema.server";
import { COMPUTED, record, type Row, type Stored } from "~/platform/record";

// The example of the list "A new field of a task" in CONTRIBUTING.md: a task's idle minutes.
const JOB = record({
  task_name: { type: z.string(), sql: "t.task_name" },
  idle_minutes: {
    type: z.int(),
    means: ["Minutes of idle GPUs after which the task stops", 60],
    sql: "case when t.agent = 'stats-watchdog' then t.idle_minutes else 0 end",
  },
});

test("one declaration of a field gives its column, its type, its schema and its words", () => {
  expect(JOB.columns).toBe(
    "t.task_name as task_name, case when t.agent = 'stats-watchdog' then t.idle_minutes else 0 end as idle_minutes",
  );
  expectTypeOf<Row<typeof JOB>>().toEqualTypeOf<{ task_name: string; idle_minutes: number }>();
  const { properties } = toJsonSchema(JOB.schema, "output");
  expect(properties?.["idle_minutes"]).toMatchObject({
    type: "integer",
    description: "Minutes of idle GPUs after which the task stops",
    examples: [60],
  });
});

test("an answer keeps fields of a later version", () => {
  const answer = { task_name: "first-try", idle_minutes: 0, later: true };
  expect(JOB.schema.parse(answer)).toEqual(answer);
  expect(JOB.schema.safeParse({ task_name: "first-try" }).success).toBe(false);
});

test("a computed field is unknown until it is put in, and further columns do not go out", () => {
  const SEALED = record({ name: { type: z.string(), sql: "t.name" }, value: { type: z.string(), sql: COMPUTED } });
  expectTypeOf<Stored<typeof SEALED>>().toEqualTypeOf<{ name: string; value: unknown }>();
  const stored = { sealed: "hush", value: null, name: "MODEL" };
  expect(JSON.stringify(SEALED.only({ ...stored, value: "small" }))).toBe('{"name":"MODEL","value":"small"}');
});

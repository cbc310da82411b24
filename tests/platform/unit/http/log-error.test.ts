import { expect, test } from "vitest";
import { errorWriter } from "~/platform/log-error";

const write = errorWriter("postgres://me:secret@127.0.0.1:5439/millrace");

function anError(message: string, code: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

test.each([
  [anError("connect ECONNREFUSED 127.0.0.1:5439", "ECONNREFUSED"), "nothing listens there"],
  [anError('database "millrace" does not exist', "3D000"), "no database of that name"],
  [anError("a query failed", "P1001", anError("connect ECONNREFUSED 127.0.0.1:5439", "ECONNREFUSED")), "nothing"],
  [new AggregateError([anError("connect ECONNREFUSED ::1:5439", "ECONNREFUSED")]), "nothing listens there"],
])("a missing database is logged in words, without a stack or a password: %s", (error, words) => {
  const { message, ...more } = write(error);
  expect(message).toMatch(/^The database at 127\.0\.0\.1:5439\/millrace cannot be used: /);
  expect(message).toContain(words);
  expect(more).toEqual({ type: expect.any(String) });
});

test.each([
  anError("connect ECONNREFUSED 127.0.0.1:25", "ECONNREFUSED"),
  anError("duplicate key value", "23505"),
  new Error("something else"),
])("any other error keeps its own message and its stack: %s", (error) => {
  expect(write(error)).toMatchObject({ message: error.message, stack: error.stack });
});

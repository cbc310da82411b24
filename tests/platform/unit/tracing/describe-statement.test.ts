import { expect, test } from "vitest";
import { describeStatement } from "~/platform/tracing/describe-statement";

test.each([
  ["select name from task where id = $1 for update", "select task"],
  ["select 1", "select"],
  ["insert into outbox (a) values ($1) on conflict do update set a = 1", "insert outbox"],
  ["with told as (update node set a = $1 returning id) select id from told", "update node"],
  ["select id from task order by id for no key update of task", "select task"],
  ["delete from held_gpu where node_id = $1", "delete held_gpu"],
  ["copy usage_event (a, b) from stdin", "copy usage_event"],
  ["begin; set local lock_timeout = 0", "begin"],
  ["set local work_mem = '64MB'", "set"],
])("%s is named %s", (text, name) => {
  expect(describeStatement(text).summary).toBe(name);
});

test("a statement is described by its text, on one line", () => {
  expect(describeStatement("select a\n    from task\n where id = $1").attributes).toEqual({
    "db.system.name": "postgresql",
    "db.operation.name": "select",
    "db.collection.name": "task",
    "db.query.summary": "select task",
    "db.query.text": "select a from task where id = $1",
  });
});

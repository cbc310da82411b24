import { beforeAll, describe, expect, test } from "vitest";
import { type Queryable, db, pool, sweep, transaction } from "~/platform/db.server";
import { filled, type Values } from "~/platform/named-values";
import { checkAudit } from "~/platform/check-audit.server";
import { pruneAudit } from "~/platform/prune-audit.server";
import { type ChainPlace, verifyAudit } from "~/platform/verify-audit.server";
import { writeAudit } from "~/platform/write-audit.server";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const DAY_MS = 86_400_000;
const verify = async (kept?: ChainPlace) => await sweep((connection) => verifyAudit(connection, kept ?? null));
let userId: number;

const write = async (target: string, q: Queryable = db, now = NOW) =>
  await writeAudit({ userId, action: "test.act", target, after: { n: 1.5, é: "ü\n→" }, requestId: "r", now }, q);

beforeAll(async () => {
  ({ userId } = await aTenant({ role: "admin", dollars: 0 }));
  for (const target of ["a", "b", "c", "d", "e"]) await write(target);
});

describe("The chain of the audit", () => {
  test("many concurrent writers make one chain, each row once, and none waits for ever", async () => {
    const before = await verify();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        transaction(async (tx) => {
          await write(`one-${n}`, tx);
          // A lock after an audit row: a transaction that holds the head since that row would wait here for one that
          // waits for the head.
          await tx.query(`select pg_advisory_xact_lock(1)`);
          await write(`two-${n}`, tx);
        }),
      ),
    );
    const after = await verify();
    expect(after).toMatchObject({
      fault: null,
      rows: before.rows + 120,
      newest: { number: before.newest.number + 120 },
    });
  });

  test("a rolled-back transaction leaves no hole", async () => {
    const before = await verify();
    const failed = transaction(async (tx) => {
      await write("gone", tx);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await write("after");
    expect(await verify()).toMatchObject({ fault: null, newest: { number: before.newest.number + 1 } });
  });

  test("rows, links and the head refuse to be changed, deleted or emptied", async () => {
    for (const statement of [
      `update audit_row set action = 'x'`,
      `delete from audit_row`,
      `truncate audit_row`,
      `update audit_link set hash = 'x'`,
      `delete from audit_link`,
      `truncate audit_link`,
      `delete from audit_head`,
      `truncate audit_head`,
    ])
      await expect(pool.query(statement), statement).rejects.toThrow("append-only");
  });

  test("the head moves only with the chain: to an existing link, and its anchor by pruning", async () => {
    for (const statement of [
      `update audit_head set hash = repeat('f', 64)`,
      `update audit_head set number = number - 1`,
      `update audit_head set number = number + 1`,
      `update audit_head set number = l.number, hash = l.hash from audit_link l where l.number = audit_head.number - 1`,
      `update audit_head set anchor_number = anchor_number + 1`,
      `update audit_head set anchor_hash = repeat('f', 64)`,
    ])
      await expect(pool.query(statement), statement).rejects.toThrow("audit_head moves with the chain alone");
    await transaction(async (tx) => {
      await tx.query(`select set_config('millrace.prunes_audit', 'on', true)`);
      const rewound = tx.query(`update audit_head set number = number - 1`);
      await expect(rewound).rejects.toThrow("audit_head moves with the chain alone");
    }).catch(() => {});
    expect((await verify()).fault).toBeNull();
  });

  test("a check stores its result for the screen", async () => {
    expect((await checkAudit({ now: NOW })).fault).toBeNull();
    const [kept] = await db.query(`select at, rows, number, fault from audit_check`);
    const { rows, newest } = await verify();
    expect(kept).toEqual({ at: NOW, rows: BigInt(rows), number: BigInt(newest.number), fault: null });
  });
});

/** Around the guards, as the database's owner can. */
async function tampered(statements: string[], kept?: ChainPlace) {
  const client = await pool.connect();
  try {
    const connection: Queryable = {
      query: async <Row extends object>(text: string, values?: Values) =>
        // Seen within the transaction that is rolled back.
        /^(begin|rollback)/.test(text) ? [] : (await client.query<Row>(filled(text, values))).rows,
    };
    await client.query("begin; set local session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
    return (await verifyAudit(connection, kept ?? null)).fault;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("Changes past the guards are found", () => {
  const rowOf = (target: string) => `(select id from audit_row where target = '${target}')`;
  const linkOf = (target: string) => `(select number from audit_link where row_id = ${rowOf(target)})`;

  test.each([
    ["another action", `update audit_row set action = 'user.view' where target = 'b'`],
    ["another user", `update audit_row set user_id = 1000 where target = 'b'`],
    ["another role", `update audit_row set role = 'support' where target = 'b'`],
    ["another tenant", `update audit_row set tenant_id = 7 where target = 'b'`],
    ["another reason", `update audit_row set reason = 'because' where target = 'b'`],
    ["another value", `update audit_row set after = '{"n": 2}' where target = 'b'`],
    ["another request", `update audit_row set request_id = 'x' where target = 'b'`],
    ["another time", `update audit_row set at = at + interval '1 ms' where target = 'b'`],
    ["another hash", `update audit_link set hash = repeat('f', 64) where number = ${linkOf("b")}`],
  ])("%s", async (_what, statement) => {
    expect(await tampered([statement])).toMatch(/^Row \d+ \(link \d+, .* was changed or replaced\.$/);
  });

  test("a removed row, with its link and without", async () => {
    const id = `(select row_id from audit_link where number = ${linkOf("c")})`;
    expect(await tampered([`delete from audit_row where id = ${id}`])).toMatch(/^Row \d+ \(link \d+\) was removed\.$/);
    const both = [`delete from audit_link where number = ${linkOf("c")}`, `delete from audit_row where target = 'c'`];
    expect(await tampered(both)).toMatch(/^Link \d+ was removed\.$/);
  });

  test("the newest rows removed, and the head with them if its place was stored elsewhere", async () => {
    const { newest } = await verify();
    const cut = [`delete from audit_row where id = (select row_id from audit_link order by number desc limit 1)`];
    const unlink = `delete from audit_link where number = ${newest.number}`;
    expect(await tampered([...cut, unlink])).toMatch(/^The newest rows were removed/);
    const rewound = [
      ...cut,
      unlink,
      `update audit_head set number = l.number, hash = l.hash
       from (select number, hash from audit_link order by number desc limit 1) l`,
    ];
    expect(await tampered(rewound)).toBeNull();
    expect(await tampered(rewound, newest)).toMatch(/before the kept link/);
  });

  test("an inserted row, outside the chain or with the number of another row", async () => {
    const put = `insert into audit_row (action, target) values ('user.view', 'x')`;
    expect(await tampered([put])).toMatch(/^Row \d+ was inserted outside the chain\.$/);
    const shifted = `update audit_link set row_id = (select max(id) from audit_row) where number = ${linkOf("d")}`;
    expect(await tampered([put, shifted])).toMatch(/was changed or replaced/);
  });

  test("two rows that were swapped", async () => {
    const { rows } = await pool.query<{ number: string; row_id: string }>(
      `select number, row_id from audit_link where number in (${linkOf("a")}, ${linkOf("e")}) order by number`,
    );
    const [a, e] = rows;
    const swap = [
      `update audit_link set row_id = -1 where number = ${a?.number}`,
      `update audit_link set row_id = ${a?.row_id} where number = ${e?.number}`,
      `update audit_link set row_id = ${e?.row_id} where number = ${a?.number}`,
    ];
    expect(await tampered(swap)).toMatch(/was changed or replaced/);
  });

  test("a rewritten chain, if an earlier hash was stored elsewhere", async () => {
    const { newest } = await verify();
    expect(await tampered([], newest)).toBeNull();
    expect(await tampered([], { ...newest, hash: "f".repeat(64) })).toMatch(/the chain was rewritten/);
  });

  test("older rows cut off by moving the beginning", async () => {
    const moved = `update audit_head set anchor_number = l.number, anchor_hash = l.hash
      from audit_link l where l.number = ${linkOf("b")}`;
    expect(await tampered([moved])).toMatch(/but nothing was pruned there/);
  });
});

test("rows are kept two years; pruning leaves a chain that still proves the rest (A21)", async () => {
  const later = new Date(NOW.getTime() + 732 * DAY_MS - 1);
  await pruneAudit({ now: later });
  const whole = await verify();
  expect(whole).toMatchObject({ pruned: 0, fault: null });
  await write("young", db, later);
  await pruneAudit({ now: new Date(later.getTime() + 1) });
  const left = await verify();
  expect(left).toMatchObject({ fault: null, rows: 2, pruned: whole.newest.number });
  expect(left.from).toEqual(later);
  const rows = await db.query<{ action: string }>(`select action from audit_row order by id`);
  expect(rows.map(({ action }) => action)).toEqual(["test.act", "audit.prune"]);
  // A position that was stored before is distinguished from one that never was.
  expect((await verify({ number: whole.newest.number, hash: whole.newest.hash })).fault).toBeNull();
  expect((await verify({ number: 1, hash: "0".repeat(64) })).fault).toMatch(/was pruned/);
});

import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import type { LaunchedProduct } from "../../e2e/support/launch-product";
import { makeKeyPair } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { cookieOf } from "./browser";

const TASKS = 50;

/** Visitors of the screens, and the ids in their addresses. */
export interface Demo {
  customer: { cookie: string; resvGuid: string };
  admin: { cookie: string; userId: number; tenantName: string };
  /** A customer with 50 tasks on the task list. */
  busyCustomer: { cookie: string };
}

/** The demo after a moment of use: one task runs, and a second customer has a full list of tasks. */
export async function fillDemo({ origin, databaseUrl }: LaunchedProduct): Promise<Demo> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const key = await takeApiKey(client, "customer@millrace.example");
    await startTask(origin, key);
    const resvGuid = await untilItRuns(client);
    await plantTasks(client, "customer2@millrace.example");
    const { rows } = await client.query<{ id: number; tenant_name: string }>(
      `select u.id, t.tenant_name from user_account u join tenant t on t.id = u.tenant_id
       where u.email = 'customer@millrace.example'`,
    );
    return {
      customer: { cookie: await cookieOf(origin, "customer"), resvGuid },
      admin: {
        cookie: await cookieOf(origin, "admin"),
        userId: rows[0]?.id ?? 0,
        tenantName: rows[0]?.tenant_name ?? "",
      },
      busyCustomer: { cookie: await plantSession(client, "customer2@millrace.example") },
    };
  } finally {
    await client.end();
  }
}

/** Gives the user a known key, stored in the form that the product itself looks up. */
async function takeApiKey(client: pg.Client, email: string): Promise<string> {
  const key = `mr_${randomBytes(32).toString("base64url")}`;
  await client.query(
    `update api_key set hash = $1 where id = (select min(k.id) from api_key k join user_account u on u.id = k.user_id
       where u.email = $2 and k.scope = 'full' and k.revoked_at is null)`,
    [createHash("sha256").update(key).digest("hex"), email],
  );
  return key;
}

async function startTask(origin: string, key: string): Promise<void> {
  const { publicKey } = await makeKeyPair();
  const send = async (path: string, body: object) => {
    const headers = { authorization: key, "content-type": "application/json" };
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { retcode: string };
    if (answer.retcode !== "OK") throw new Error(`${path} answered ${JSON.stringify(answer)}`);
  };
  await send("/v1/ssh-public-key-upload", { ssh_public_key: publicKey });
  await send("/v1/reserve", { task_name: "bench", gpu_type: "a5000", gpu_min: 1 });
}

async function untilItRuns(client: pg.Client): Promise<string> {
  return await until("the task runs", async () => {
    const { rows } = await client.query<{ resv_guid: string }>(
      `select resv_guid from task where task_name = 'bench' and state = 'running'`,
    );
    return rows[0]?.resv_guid ?? null;
  });
}

/** Finished within the last day, so that the list shows them all. */
async function plantTasks(client: pg.Client, email: string): Promise<void> {
  await client.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image,
       ssh_public_key, state, reason, accepted_gpu_pph, pph, accepted_at, state_at, finished_at, settled_at)
     select u.tenant_id, 'experiment-' || n, 'fra1', 'a5000', 1, 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA',
       'finished', 'exit code 0', 95, 95, now() - n * interval '10 minutes', now(), now(), now()
     from user_account u, generate_series(1, $2::int) n where u.email = $1`,
    [email, TASKS],
  );
}

async function plantSession(client: pg.Client, email: string): Promise<string> {
  const value = randomBytes(32).toString("base64url");
  await client.query(
    `insert into session (id, user_id, page_token, login_at, expires_at)
     select $1, id, 'bench', now(), now() + interval '1 day' from user_account where email = $2`,
    [createHash("sha256").update(value).digest("hex"), email],
  );
  return value;
}

import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";

/**
 * Prisma's PostgreSQL adapter as migrations need it. The stock one cuts scripts at every semicolon, also inside
 * function bodies, and opens its shadow database under the name of the real one; this one sends a script whole
 * and gives the shadow database its own pool.
 */
export class MigrationAdapter extends PrismaPg {
  readonly #url: string;

  constructor(url: string) {
    super({ connectionString: url });
    this.#url = url;
  }

  override async connect() {
    return await openWhole(new pg.Pool({ connectionString: this.#url, max: 1 }), async () => {});
  }

  override async connectToShadowDb() {
    const database = `shadow_${crypto.randomUUID().replaceAll("-", "")}`;
    await once(this.#url, `create database ${database}`);
    const shadowUrl = new URL(this.#url);
    shadowUrl.pathname = `/${database}`;
    return await openWhole(new pg.Pool({ connectionString: shadowUrl.href, max: 1 }), () =>
      once(this.#url, `drop database ${database} with (force)`),
    );
  }
}

async function openWhole(pool: pg.Pool, afterwards: () => Promise<void>) {
  pool.on("error", () => {});
  const adapter = await new PrismaPg(pool).connect();
  adapter.executeScript = async (script) => {
    await pool.query(script);
  };
  adapter.dispose = async () => {
    await pool.end();
    await afterwards();
  };
  return adapter;
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

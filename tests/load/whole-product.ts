import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { launchProduct } from "../e2e/support/launch-product";
import { makeKeyPair } from "../e2e/support/ssh";
import { benchSshBanner } from "./ssh-banner";

const EMAIL = "customer@millrace.example";

/** Measures figures that only the whole product shows: from a click to a shell. */
export async function benchWholeProduct(): Promise<void> {
  const product = await launchProduct(join(process.env["BENCH_DIR"] ?? "/tmp", "product"));
  try {
    const key = await replaceApiKey(product.databaseUrl());
    const { publicKey } = await makeKeyPair();
    await fetch(`${product.origin}/v1/ssh-public-key-upload`, {
      method: "POST",
      headers: { authorization: key, "content-type": "application/json" },
      body: JSON.stringify({ ssh_public_key: publicKey }),
    });
    await benchSshBanner(product.origin, key);
  } finally {
    await product.stop();
  }
}

/** Gives a demo account a known key, stored in the form that the product itself looks up. */
export async function replaceApiKey(databaseUrl: string, email = EMAIL): Promise<string> {
  const key = `mr_${randomBytes(32).toString("base64url")}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `update api_key set hash = $1 where user_id = (select id from user_account where email = $2)
       and scope = 'full' and revoked_at is null`,
    [createHash("sha256").update(key).digest("hex"), email],
  );
  await client.end();
  return key;
}

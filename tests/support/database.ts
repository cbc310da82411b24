import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";

// Runs before a test file is imported: gives the file its own database and the configuration of web and worker, so that
// `~/platform/env.server` and `~/platform/db.server` find them at their first import.
const serverUrl = inject("databaseServer");
const database = `test_${randomUUID().replaceAll("-", "")}`;

await onServer(`create database ${database} template ${inject("databaseTemplate")} strategy file_copy`);

const url = new URL(serverUrl);
url.pathname = `/${database}`;
Object.assign(process.env, {
  NODE_ENV: "test",
  DATABASE_URL: url.href,
  DATABASE_CONNECTIONS: "8",
  MILLRACE_SECRET: "dGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQtdGVzdC1zZWM",
  MILLRACE_DEMO: "1",
  APP_ORIGIN: "http://127.0.0.1:3000",
  LIVE_ORIGIN: "http://127.0.0.1:3001",
  METRICS_TOKEN: "test-metrics-token",
  LOG_LEVEL: "silent",
});

afterAll(async () => {
  const { closeDatabase } = await import("~/platform/db.server");
  await closeDatabase();
  await onServer(`drop database ${database} with (force)`);
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

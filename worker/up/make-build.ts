// Builds the web part unless it is built from exactly these sources already.
import { buildWhenStale } from "./build";

try {
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopping.abort());
  await buildWhenStale({ env: process.env, say: (line) => console.log(line), signal, noted: () => {} });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

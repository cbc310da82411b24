import { createRequire } from "node:module";

interface RequestLogger {
  format(name: string, line: () => null): void;
}

/**
 * remix-serve logs the whole address of each request, and with it the tokens of links in mails. The format that it is
 * about to ask for is replaced by one without a line; our own log has the route instead.
 */
export function quietServe(): void {
  const serve = createRequire(import.meta.url).resolve("@remix-run/serve/package.json");
  const logger = createRequire(serve)("morgan") as RequestLogger;
  logger.format("tiny", () => null);
}

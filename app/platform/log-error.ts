import pino from "pino";
import { databaseInWords } from "./database-in-words";

/**
 * Members of an error that are logged. Others never are, because they may hold personal data such as a cardholder's
 * name.
 */
const LOGGED = ["type", "message", "stack", "name", "code", "param", "requestId", "statusCode", "constraint", "detail"];

/**
 * Serializes errors for pino. For a database at `databaseUrl` that cannot be used it writes a plain sentence: the stack
 * helps nobody.
 */
export function errorWriter(databaseUrl: string): (error: Error) => Record<string, unknown> {
  const write = (error: Error): Record<string, unknown> => {
    const words = databaseInWords(error, databaseUrl);
    if (words) return { type: error.name, message: words };
    const whole = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
    const cause = error.cause instanceof Error ? { cause: write(error.cause) } : {};
    return {
      ...Object.fromEntries(LOGGED.filter((name) => name in whole).map((name) => [name, whole[name]])),
      ...cause,
    };
  };
  return write;
}

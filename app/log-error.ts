import pino from "pino";

/** Members of an error that say what went wrong; others, such as a payment with its cardholder, never reach a log. */
const SAID = [
  "type",
  "message",
  "stack",
  "name",
  "code",
  "param",
  "requestId",
  "statusCode",
  "constraint",
  "detail",
];

/** How pino writes an error. */
export function logError(error: Error): Record<string, unknown> {
  const whole = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  const cause = error.cause instanceof Error ? { cause: logError(error.cause) } : {};
  return {
    ...Object.fromEntries(SAID.filter((name) => name in whole).map((name) => [name, whole[name]])),
    ...cause,
  };
}

// The sandbox as its own program: `npm start` runs it without payment keys.
import { startSandbox } from "./start";
import { makeChecks } from "./wire/check";
import { operations } from "./wire/spec";

const PORT_DEFAULT = 3002;

const key = process.env["STRIPE_SECRET_KEY"] ?? "";

try {
  if (/^(sk|rk)_live_/.test(key)) throw new Error("The payment sandbox does not start with a live key.");
  const [url, secret] = [process.env["SANDBOX_WEBHOOK_URL"], process.env["STRIPE_WEBHOOK_SECRET"]];
  const sandbox = await startSandbox({
    port: Number(process.env["SANDBOX_STRIPE_PORT"] || PORT_DEFAULT),
    controlSecret: process.env["SANDBOX_CONTROL_SECRET"],
    databaseUrl: process.env["DATABASE_URL"],
    webhook: url && secret ? { url, secret } : undefined,
  });
  console.log(`The payment sandbox listens on ${sandbox.origin}. No card is charged.`);
  if (!process.env["SANDBOX_CONTROL_SECRET"]) console.log(`Its controls ask for ${sandbox.controlSecret}.`);
  const stop = () => void sandbox.stop().then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  await makeChecks(operations);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

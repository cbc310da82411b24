import { beforeAll, expect, test, vi } from "vitest";
import type * as Configuration from "~/platform/env.server";

let readEnv: typeof Configuration.readEnv;

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1/none");
  ({ readEnv } = await import("~/platform/env.server"));
});

const real = { NODE_ENV: "production", DATABASE_URL: "postgres://127.0.0.1/none" };

test("production starts only with its own address, by which cookies are Secure", () => {
  expect(() => readEnv(real)).toThrow(/APP_ORIGIN.*https:\/\/cloud\.example\.com/s);
  expect(() => readEnv({ ...real, MILLRACE_DEMO: "0", APP_ORIGIN: "" })).toThrow("APP_ORIGIN");
  const origin = "https://cloud.example.com";
  for (const given of [origin, `${origin}/`]) expect(readEnv({ ...real, APP_ORIGIN: given }).APP_ORIGIN).toBe(origin);
});

test("a value of another kind, or in quotes, is refused and named", () => {
  const good = { ...real, APP_ORIGIN: "https://cloud.example.com", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  for (const given of ["localhost:3000", '"https://cloud.example.com"'])
    expect(() => readEnv({ ...good, APP_ORIGIN: given })).toThrow("APP_ORIGIN must be an address");
  for (const given of ["mail.example.com", '"smtp://mail.example.com"'])
    expect(() => readEnv({ ...good, SMTP_URL: given })).toThrow("SMTP_URL must begin with smtp://");
  expect(() => readEnv({ ...good, STRIPE_SECRET_KEY: '"sk_live_1"' })).toThrow("STRIPE_SECRET_KEY must begin with sk_");
  const url = "smtps://user:p%40ss@mail.example.com:465?pool=true";
  expect(readEnv({ ...good, SMTP_URL: url, STRIPE_SECRET_KEY: "rk_live_1" }).SMTP_URL).toBe(url);
});

const NO_DATABASE_URL =
  "DATABASE_URL must be an address such as postgres://user:password@host:5432/name, where # in the password is %23 and / is %2F.";

test.each([
  [{ WEB_PROCESSES: "many" }, "WEB_PROCESSES must be a number."],
  [{ WEB_PROCESSES: "1.5" }, "WEB_PROCESSES must be a whole number."],
  [{ WEB_PROCESSES: "65" }, "WEB_PROCESSES must be at most 64."],
  [{ DATABASE_CONNECTIONS: "1", PORT: "0" }, "DATABASE_CONNECTIONS must be at least 2.\nPORT must be at least 1."],
  [{ MILLRACE_SECRET: "short" }, "MILLRACE_SECRET must have at least 32 characters."],
  [{ MILLRACE_DEMO: "perhaps" }, "MILLRACE_DEMO must be 1 or 0."],
  [{ NODE_ENV: "live" }, "NODE_ENV must be development or test or production."],
  [{ LIVE_ORIGIN: "localhost" }, "LIVE_ORIGIN must be an address such as https://cloud.example.com."],
  [{ GITHUB_ORIGIN: "github.com" }, "GITHUB_ORIGIN must be an address such as https://cloud.example.com."],
  [
    { APP_ORIGIN: "cloud.example.com", TASK_HOST: "tasks.example.net" },
    "APP_ORIGIN must be an address such as https://cloud.example.com.",
  ],
  [{ DATABASE_URL: undefined }, "DATABASE_URL is not set."],
  // Characters of the password that end an address, and no address, from which a password would be logged.
  [{ DATABASE_URL: "postgres://a:b#c@127.0.0.1:5432/d" }, NO_DATABASE_URL],
  ...["#", "/", "?"].map((end): [object, string] => [
    { DATABASE_URL: `postgres://a:12${end}b@127.0.0.1:5432/d` },
    NO_DATABASE_URL,
  ]),
  [{ DATABASE_URL: "postgres://a:b@12#c@127.0.0.1/d" }, NO_DATABASE_URL],
  [{ DATABASE_URL: "postgres://a:b@127.0.0.1/d#c" }, NO_DATABASE_URL],
  [{ DATABASE_URL: "a:b@127.0.0.1/d" }, NO_DATABASE_URL],
  [{ TASK_CONNECTIONS: "0" }, "TASK_CONNECTIONS must be more than 0."],
  [{ FIRST_ADMIN_EMAIL: "me" }, "FIRST_ADMIN_EMAIL: Invalid email address."],
  [
    { SSH_GATEWAY_PORTS: "all", SSH_GATEWAY_HOST: "ssh.example.com" },
    "SSH_GATEWAY_PORTS: two ports, such as 22000-22999.",
  ],
])("the settings %j are refused with a sentence for each fault", (given, sentences) => {
  const refused = () => readEnv({ DATABASE_URL: real.DATABASE_URL, ...given });
  expect(refused).toThrow(`The configuration is not usable:\n${sentences}`);
});

test.each([
  "postgres://",
  "postgresql://a:b%23c@[::1]:5432/d?sslmode=require",
  "postgres://a@/d?host=/run/postgresql",
  "postgres://a:b%c@127.0.0.1/d",
  "postgres://127.0.0.1/d?sslrootcert=/no/such/file&sslmode=verify-full",
  "postgres://a@127.0.0.1/d@e?user=f@g",
  "postgres://127.0.0.1/d?user=f@g",
  "socket:/run/postgresql?db=d",
  "/run/postgresql d",
])("the address %j of a database is accepted", (url) => {
  expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
});

test("blanks and carriage returns around a value mean nothing, and a blank one counts as unset", () => {
  const ends = { VOLUME_GB_MONTH_CENTS: "\r", VOLUMES_MAX: " ", IMAGE_REGISTRIES: "\r", GOOGLE_CLIENT_ID: "\r" };
  const standard = { VOLUME_GB_MONTH_CENTS: 10, VOLUMES_MAX: 10, IMAGE_REGISTRIES: ["*"] };
  const read = readEnv({ DATABASE_URL: real.DATABASE_URL, ...ends });
  expect(read).toMatchObject(standard);
  expect(read.GOOGLE_CLIENT_ID).toBeUndefined();
  const given = { HOST: "127.0.0.1\r", METRICS_TOKEN: "0123456789abcdef\r", STAFF_TOTP_REQUIRED: "0\r" };
  expect(readEnv({ DATABASE_URL: real.DATABASE_URL, ...given })).toMatchObject({
    HOST: "127.0.0.1",
    METRICS_TOKEN: "0123456789abcdef",
    STAFF_TOTP_REQUIRED: false,
  });
});

test("a text in quotes is refused: a secret with them is another one", () => {
  const good = { ...real, APP_ORIGIN: "https://cloud.example.com", STRIPE_SECRET_KEY: "sk_test_1" };
  for (const quote of [`"`, `'`])
    expect(() => readEnv({ ...good, STRIPE_WEBHOOK_SECRET: `${quote}whsec_1${quote}` })).toThrow(
      "STRIPE_WEBHOOK_SECRET is in quotes. Leave them out.",
    );
  const mail = { ...good, STRIPE_WEBHOOK_SECRET: "whsec_1", MAIL_FROM: '"Mill, race" <no-reply@example.com>' };
  expect(readEnv({ ...mail, PS1: '"$ "' }).MAIL_FROM).toBe(mail.MAIL_FROM);
});

test("the demo and development have the address of this machine", () => {
  expect(readEnv({ ...real, MILLRACE_DEMO: "1", PORT: "3100" }).APP_ORIGIN).toBe("http://127.0.0.1:3100");
  expect(readEnv({ DATABASE_URL: real.DATABASE_URL }).APP_ORIGIN).toBe("http://127.0.0.1:3000");
});

test("the socket that reloads pages is accepted only in development, and on this machine", () => {
  const socket = { REMIX_DEV_ORIGIN: "http://127.0.0.1:4100" };
  expect(readEnv({ DATABASE_URL: real.DATABASE_URL, ...socket }).REMIX_DEV_ORIGIN).toBe("http://127.0.0.1:4100");
  expect(() => readEnv({ ...real, MILLRACE_DEMO: "1", ...socket })).toThrow("REMIX_DEV_ORIGIN");
  const elsewhere = { DATABASE_URL: real.DATABASE_URL, REMIX_DEV_ORIGIN: "http://192.0.2.1:4100" };
  expect(() => readEnv(elsewhere)).toThrow("REMIX_DEV_ORIGIN");
});

test("METRICS_PORT leaves a port for each web process", () => {
  const given = { DATABASE_URL: "postgres://", WEB_PROCESSES: "3" };
  expect(readEnv({ ...given, METRICS_PORT: "65533" }).METRICS_PORT).toBe(65533);
  expect(() => readEnv({ ...given, METRICS_PORT: "65534" })).toThrow("METRICS_PORT must leave a port up to 65535");
});

test("an SSH gateway has ports and a name, or there is none", () => {
  const given = { DATABASE_URL: "postgres://" };
  const both = { ...given, SSH_GATEWAY_PORTS: "23000-27999", SSH_GATEWAY_HOST: "ssh.example.com" };
  expect(readEnv(both)).toMatchObject({ SSH_GATEWAY_PORTS: { first: 23_000, last: 27_999 } });
  expect(readEnv({ ...both, SSH_GATEWAY_HOST: "2001:db8::1" }).SSH_GATEWAY_HOST).toBe("2001:db8::1");
  expect(() => readEnv({ ...given, SSH_GATEWAY_PORTS: "23000-27999" })).toThrow("go together");
  expect(() => readEnv({ ...both, SSH_GATEWAY_PORTS: "27999-23000" })).toThrow("the lower one first");
  expect(() => readEnv({ ...both, SSH_GATEWAY_PORTS: "23000" })).toThrow("two ports");
  expect(() => readEnv({ ...both, SSH_GATEWAY_HOST: "ssh://x" })).toThrow("a name or an address");
});

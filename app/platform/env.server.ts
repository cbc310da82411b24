import { z } from "zod";
import { isDatabaseUrl, NO_DATABASE_URL } from "./database-url.server";
import { parseSettings, refuseQuotes, trimmedEnvironment } from "./given-environment";
import { FLEET_SILENT_MINUTES_DEFAULT, FLEET_SILENT_NODES_DEFAULT } from "./node-threshold";
import { portRange } from "./port-range";

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    /** Demo mode: demo data, simulated GPUs, sandbox payments; loopback only (0.2). */
    MILLRACE_DEMO: z.stringbool().default(false),
    DATABASE_URL: z.string().refine(isDatabaseUrl, NO_DATABASE_URL),
    DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    WORKER_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    /** Number of web processes that share PORT, and the number of this one, from 1. */
    WEB_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
    WEB_PROCESS: z.coerce.number().int().min(1).max(64).default(1),
    /**
     * The port where the first web process serves /metrics and its health checks; each further process uses the next
     * port.
     */
    METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    /** Origin under which browsers reach web; forms and cookies are tied to it. */
    APP_ORIGIN: z
      .url({ protocol: /^https?$/, error: "APP_ORIGIN must be an address such as https://cloud.example.com" })
      .optional(),
    /** Origin under which browsers and agents reach the worker's Socket.IO. */
    LIVE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    /** Origin under which the other workers reach this one. */
    WORKER_URL: z.url({ protocol: /^https?$/ }).optional(),
    /**
     * Host below which each opened port of a task is served, at `{port}-{task}.`. It is another site than APP_ORIGIN.
     */
    TASK_HOST: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, "TASK_HOST must be a host name, such as tasks.example.net")
      .optional(),
    /** Most connections that one task may have at once through its ports, and again by SSH. */
    TASK_CONNECTIONS: seconds(128),
    /** Ports of the SSH gateway, one for each running task that needs it; without them there is no gateway. */
    SSH_GATEWAY_PORTS: portRange.optional(),
    /** Name or address under which customers reach those ports. */
    SSH_GATEWAY_HOST: z
      .string()
      .regex(
        /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/,
        "SSH_GATEWAY_HOST must be a name or an address, such as ssh.example.com",
      )
      .optional(),
    /** 32 random bytes in base64url: encrypts what must be shown again, such as API keys. */
    MILLRACE_SECRET: z.string().min(32).optional(),
    METRICS_TOKEN: z.string().min(16, "METRICS_TOKEN must have at least 16 characters").optional(),
    FIRST_ADMIN_EMAIL: z.email().optional(),
    STAFF_TOTP_REQUIRED: z.stringbool().optional(),
    /** Price of a volume per GB and month, in cents. */
    VOLUME_GB_MONTH_CENTS: z.coerce.number().int().min(0).max(10_000).default(10),
    VOLUMES_MAX: z.coerce.number().int().min(0).max(1000).default(10),
    VOLUMES_GB_MAX: z.coerce.number().int().min(0).max(10_000_000).default(10_000),
    /** Registries that tenants may use images from, by host and port; `*` allows every one on the internet. */
    IMAGE_REGISTRIES: z
      .string()
      .default("*")
      .transform((given) => given.split(/[\s,]+/).filter(Boolean)),
    WELCOME_CREDIT_DOLLARS: z.coerce.number().int().min(0).max(1000).optional(),
    /** Days that events of model usage are kept (A18). */
    USAGE_EVENT_DAYS: z.coerce.number().int().min(15, "USAGE_EVENT_DAYS must be at least 15").max(3650).default(90),
    /** Makes a demo generate events of model usage continuously, so that its charts move. */
    DEMO_USAGE: z.stringbool().default(true),
    /** Lets the demo's own customers rent and use GPUs, so that its fleet moves. */
    MILLRACE_DEMO_TRAFFIC: z.stringbool().default(true),
    /** Logging in with Google, GitHub (or an Enterprise Server of it) and any OpenID provider; each with its secret. */
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    GITHUB_CLIENT_ID: z.string().min(1).optional(),
    GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
    GITHUB_ORIGIN: z.url({ protocol: /^https?$/ }).default("https://github.com"),
    OPENID_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    OPENID_CLIENT_ID: z.string().min(1).optional(),
    OPENID_CLIENT_SECRET: z.string().min(1).optional(),
    /** The label of the single sign-on button. */
    OPENID_LABEL: z.string().min(1).max(40).default("single sign-on"),
    /**
     * Our network is at fault when more than this percentage of a cluster, and at least this number of nodes, fall
     * silent within a minute.
     */
    FLEET_SILENT_PERCENT: z.coerce.number().int().min(1).max(100).default(20),
    FLEET_SILENT_NODES: z.coerce.number().int().min(2).default(FLEET_SILENT_NODES_DEFAULT),
    /** Minutes after which silent nodes count as Dead even then. */
    FLEET_SILENT_MINUTES: z.coerce.number().int().min(1).default(FLEET_SILENT_MINUTES_DEFAULT),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "SMTP_URL must begin with smtp:// or smtps://" }).optional(),
    /** Sender of every mail. */
    MAIL_FROM: z.string().default("Millrace <no-reply@millrace.example>"),
    /** Lets customers' webhooks call this machine, over plain http too, for demos and tests. */
    WEBHOOK_LOOPBACK: z.stringbool().default(false),
    /** Where alerts for PagerDuty go: its service in the EU has another address. */
    PAGERDUTY_EVENTS_URL: z.url({ protocol: /^https?$/ }).default("https://events.pagerduty.com/v2/enqueue"),
    /** Destination of feedback; browsers never receive it. */
    CHAT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Recipient of the contact form, and of feedback if no webhook is set. */
    SUPPORT_EMAIL: z.email().optional(),
    /** Address that answers to the inbox's mails go to, with a token after a plus; /v1/inbound-mail receives its mail. */
    INBOX_ADDRESS: z
      .string()
      .regex(/^[a-z0-9._-]{1,30}@[a-z0-9.-]+\.[a-z]{2,}$/, "INBOX_ADDRESS must be an address such as inbox@example.com")
      .optional(),
    /** Credential of POST /v1/inbound-mail. */
    INBOUND_MAIL_SECRET: z.string().min(32, "INBOUND_MAIL_SECRET must have at least 32 characters").optional(),
    /** Host below which each workspace of the assistant has its name. */
    WORKSPACE_HOST: z
      .string()
      .regex(
        /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
        "WORKSPACE_HOST must be a host name, such as teams.example.com",
      )
      .default("workspaces.millrace.example"),
    /** Secret or restricted key of Stripe. Without one a demo uses the sandbox provider, and nothing else takes cards. */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[rs]k_/, "STRIPE_SECRET_KEY must begin with sk_ or rk_")
      .optional(),
    /** Signing secrets of the webhook endpoint, separated by commas while one is being replaced. */
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    /** Lets the browser collect a card without leaving the site. */
    STRIPE_PUBLISHABLE_KEY: z.string().optional(),
    /** Address of the sandbox provider, in a demo only. */
    STRIPE_SANDBOX_ORIGIN: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }).optional(),
    /** Development server whose socket reloads pages; `npm run dev` only. */
    REMIX_DEV_ORIGIN: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }).optional(),
    /** The issuer of receipts and statements; `|` ends a line of the address. */
    SELLER_NAME: z.string().min(1).default("Millrace"),
    SELLER_ADDRESS: z.string().default(""),
    /** Number of proxies in front of the product whose X-Forwarded-For is trusted. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
    /** Collector of OpenTelemetry, by HTTP; its packages read the other standard variables themselves (decision 0597). */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    WORKER_THREADS: z.coerce.number().int().min(1).max(64).optional(),
    RATE_KEY_PER_MIN: seconds(600),
    RATE_PUBLIC_PER_MIN: seconds(120),
    RATE_RESERVE_PER_MIN: seconds(30),
    RATE_SEARCH_PER_MIN: seconds(60),
    RATE_SSH_CHECK_PER_MIN: seconds(10),
    /** Batches of usage, and holds, of one key (A40). */
    RATE_USAGE_PER_MIN: seconds(1200),
    RATE_HOLDS_PER_MIN: seconds(6000),
    RATE_LOGIN_PER_EMAIL: seconds(5),
    RATE_LOGIN_PER_IP: seconds(20),
    RATE_REGISTER_PER_HOUR: seconds(10),
    RATE_FORGOT_PER_HOUR: seconds(3),
    /** Logins that command lines begin from one network. */
    RATE_DEVICE_PER_HOUR: seconds(30),
    /** Named API keys that one tenant makes and replaces; each sends a mail. */
    RATE_API_KEYS_PER_HOUR: seconds(30),
    RATE_FEEDBACK_PER_HOUR: seconds(5),
    RATE_PROMO_PER_HOUR: seconds(10),
    RATE_PROMO_WRONG_PER_HOUR: seconds(30),
    /** Messages of one agent; see worker/live/door.ts for the limits of sockets. */
    RATE_SOCKET_MESSAGES_PER_S: seconds(60),
    RATE_HANDSHAKES_PER_MIN: seconds(200),
    SOCKETS_PER_USER: seconds(50),
    SOCKETS_PER_NETWORK: seconds(500),
    BODY_KIB: seconds(256),
    /** Seconds within which a request must arrive. */
    REQUEST_SECONDS: z.coerce.number().int().min(1).max(255).default(60),
  })
  .refine((given) => given.WEB_PROCESS <= given.WEB_PROCESSES, {
    path: ["WEB_PROCESS"],
    error: "WEB_PROCESS must be a number from 1 to WEB_PROCESSES",
  })
  .refine((given) => (given.METRICS_PORT ?? 0) + given.WEB_PROCESSES - 1 <= 65535, {
    path: ["METRICS_PORT"],
    error: "METRICS_PORT must leave a port up to 65535 for each of WEB_PROCESSES",
  })
  // The default is a plain http address: in production, cookies would not be Secure and forms would be refused.
  .refine((given) => given.NODE_ENV !== "production" || given.MILLRACE_DEMO || given.APP_ORIGIN, {
    path: ["APP_ORIGIN"],
    error: "APP_ORIGIN must be the address that browsers use, such as https://cloud.example.com",
  })
  .refine((given) => !given.SSH_GATEWAY_PORTS === !given.SSH_GATEWAY_HOST, {
    path: ["SSH_GATEWAY_PORTS"],
    error: "SSH_GATEWAY_PORTS and SSH_GATEWAY_HOST go together",
  })
  // Answers to an address that nobody reads would be lost.
  .refine((given) => !given.INBOX_ADDRESS === !given.INBOUND_MAIL_SECRET, {
    path: ["INBOX_ADDRESS"],
    error: "INBOX_ADDRESS and INBOUND_MAIL_SECRET go together",
  })
  .refine((given) => !given.GOOGLE_CLIENT_ID === !given.GOOGLE_CLIENT_SECRET, {
    path: ["GOOGLE_CLIENT_SECRET"],
    error: "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together",
  })
  .refine((given) => !given.GITHUB_CLIENT_ID === !given.GITHUB_CLIENT_SECRET, {
    path: ["GITHUB_CLIENT_SECRET"],
    error: "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET go together",
  })
  .refine(
    (given) => !given.OPENID_ISSUER === !given.OPENID_CLIENT_ID && !given.OPENID_ISSUER === !given.OPENID_CLIENT_SECRET,
    {
      path: ["OPENID_ISSUER"],
      error: "OPENID_ISSUER, OPENID_CLIENT_ID and OPENID_CLIENT_SECRET go together",
    },
  )
  // An eavesdropper on plain http could impersonate any user.
  .refine((given) => [given.OPENID_ISSUER, given.GITHUB_ORIGIN].every((url) => !url || isTrustworthy(url)), {
    path: ["OPENID_ISSUER"],
    error: "OPENID_ISSUER and GITHUB_ORIGIN must begin with https://",
  })
  // A provider that charges no card must never be mistaken for the real one.
  .refine((given) => !given.STRIPE_SANDBOX_ORIGIN || (given.MILLRACE_DEMO && !given.STRIPE_SECRET_KEY), {
    path: ["STRIPE_SANDBOX_ORIGIN"],
    error: "The sandbox provider is for a demo without STRIPE_SECRET_KEY",
  })
  // Answers of a customer's program must never come from the site that has our cookies.
  .refine((given) => !given.TASK_HOST || !given.APP_ORIGIN || areApart(given.TASK_HOST, given.APP_ORIGIN), {
    path: ["TASK_HOST"],
    error: "TASK_HOST must be of another site than APP_ORIGIN, neither above nor below it",
  })
  // Otherwise every customer could send requests to the operator's own machine.
  .refine((given) => !given.WEBHOOK_LOOPBACK || given.MILLRACE_DEMO || given.NODE_ENV !== "production", {
    path: ["WEBHOOK_LOOPBACK"],
    error: "WEBHOOK_LOOPBACK is for a demo and for tests",
  })
  .refine((given) => !given.REMIX_DEV_ORIGIN || given.NODE_ENV === "development", {
    path: ["REMIX_DEV_ORIGIN"],
    error: "REMIX_DEV_ORIGIN is for development",
  })
  .refine((given) => !given.STRIPE_SECRET_KEY || given.STRIPE_WEBHOOK_SECRET, {
    path: ["STRIPE_WEBHOOK_SECRET"],
    error: "STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint",
  })
  .transform((given) => {
    const workerPort = given.WORKER_PORT ?? given.PORT + 1;
    return {
      ...given,
      // Live keys mean live mode (0.2), in which staff must use two-factor authentication by default (3.1).
      STAFF_TOTP_REQUIRED: given.STAFF_TOTP_REQUIRED ?? /^[rs]k_live_/.test(given.STRIPE_SECRET_KEY ?? ""),
      // The demo shows the mails that it would send.
      SUPPORT_EMAIL: given.SUPPORT_EMAIL ?? (given.MILLRACE_DEMO ? "support@millrace.example" : undefined),
      // Lets a new user of the demo start a task at once.
      WELCOME_CREDIT_DOLLARS: given.WELCOME_CREDIT_DOLLARS ?? (given.MILLRACE_DEMO ? 10 : 0),
      WORKER_PORT: workerPort,
      WORKER_URL:
        given.WORKER_URL ?? (isEveryAddress(given.HOST) ? undefined : `http://${inUrl(given.HOST)}:${workerPort}`),
      // Browsers resolve every name under localhost to their own machine.
      TASK_HOST: given.TASK_HOST ?? (given.MILLRACE_DEMO ? `localhost:${workerPort}` : undefined),
      APP_ORIGIN: given.APP_ORIGIN ? new URL(given.APP_ORIGIN).origin : `http://127.0.0.1:${given.PORT}`,
      LIVE_ORIGIN: given.LIVE_ORIGIN ?? `http://127.0.0.1:${workerPort}`,
    };
  });

/** Checks that neither name equals the other or is below it; on the local machine each name is its own site. */
function areApart(taskHost: string, appOrigin: string): boolean {
  const tasks = taskHost.replace(/:\d+$/, "");
  if (!URL.canParse(appOrigin)) return true;
  const app = new URL(appOrigin).hostname;
  if (tasks === "localhost") return !app.endsWith(".localhost");
  return tasks !== app && !tasks.endsWith(`.${app}`) && !app.endsWith(`.${tasks}`);
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Checks that an address uses https or is on this machine. */
function isTrustworthy(url: string): boolean {
  // Its own rule refuses what is no address.
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || ["127.0.0.1", "localhost"].includes(hostname);
}

export type Env = z.infer<typeof Env>;

/** The configuration of web and worker. Read once; the process does not start when something is wrong. */
export const env: Env = readEnv(process.env);

export function readEnv(given: Record<string, string | undefined>): Env {
  const present = trimmedEnvironment(given);
  try {
    const read = parseSettings(Env, present);
    refuseQuotes(present, Object.keys(read));
    return read;
  } catch (error) {
    throw new Error(`The configuration is not usable:\n${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

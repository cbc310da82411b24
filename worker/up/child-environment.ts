import { RUN_OF } from "./run-file";
import type { Environment } from "./settings";

/** Variables that any program needs from the machine. */
const MACHINE = [
  ...["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH"],
  ...["NODE_ENV", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"],
  "MILLRACE_DATA_DIR",
  RUN_OF,
];

/** The configuration of web and worker, as app/platform/env.server.ts reads it. */
const PRODUCT = [
  ...[
    "MILLRACE_DEMO",
    "DATABASE_URL",
    "DATABASE_CONNECTIONS",
    "HOST",
    "PORT",
    "WORKER_PORT",
    "WEB_PROCESSES",
    "WEB_PROCESS",
    "METRICS_PORT",
    "WORKER_THREADS",
  ],
  ...["APP_ORIGIN", "LIVE_ORIGIN", "TRUSTED_PROXIES", "BODY_KIB", "REQUEST_SECONDS", "LOG_LEVEL"],
  ...["MILLRACE_SECRET", "METRICS_TOKEN", "FIRST_ADMIN_EMAIL", "STAFF_TOTP_REQUIRED", "WELCOME_CREDIT_DOLLARS"],
  ...["SMTP_URL", "MAIL_FROM", "CHAT_WEBHOOK_URL", "SUPPORT_EMAIL", "SELLER_NAME", "SELLER_ADDRESS"],
  ...["INBOX_ADDRESS", "INBOUND_MAIL_SECRET"],
  ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET", "GITHUB_ORIGIN"],
  ...["OPENID_ISSUER", "OPENID_CLIENT_ID", "OPENID_CLIENT_SECRET", "OPENID_LABEL"],
  ...["TASK_HOST", "TASK_CONNECTIONS", "WORKER_URL", "SSH_GATEWAY_PORTS", "SSH_GATEWAY_HOST"],
  ...[
    "WORKSPACE_HOST",
    "USAGE_EVENT_DAYS",
    "DEMO_USAGE",
    "MILLRACE_DEMO_TRAFFIC",
    "WEBHOOK_LOOPBACK",
    "PAGERDUTY_EVENTS_URL",
  ],
  ...["VOLUME_GB_MONTH_CENTS", "VOLUMES_MAX", "VOLUMES_GB_MAX", "IMAGE_REGISTRIES"],
  ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY", "STRIPE_SANDBOX_ORIGIN"],
  /^(RATE|SOCKETS|FLEET_SILENT|OTEL)_[A-Z_]+$/,
];

/** The agent's own configuration, as worker/agent/env.ts reads it; demo nodes are enrolled without a token. */
const AGENT = [
  ...["MILLRACE_URL", "MILLRACE_LIVE_URL", "MILLRACE_DEMO_NODES", "MILLRACE_RUNTIME", "MILLRACE_BIND"],
  ...["MILLRACE_NODE_NAME", "MILLRACE_NODE_TYPE", "MILLRACE_GPU_TYPE", "MILLRACE_IP_INTERNAL"],
  ...["MILLRACE_IP_PUBLIC", "MILLRACE_SSH_PORTS", "MILLRACE_MINERS", "MILLRACE_STRATUM_PORTS"],
  ...["MILLRACE_ENGINE_SOCKET", "MILLRACE_TASK_NETWORKS", "MILLRACE_BLOCKED_NETWORKS"],
  ...["MILLRACE_VOLUMES_DIR", "MILLRACE_VOLUMES_REACH", "MILLRACE_VOLUMES_GB", "MILLRACE_RESERVED_MEMORY_MB"],
  ...["MILLRACE_FIRST_UID", "MILLRACE_CRASH_AT", "MILLRACE_GPUS", "MILLRACE_IB_PORTS", "MILLRACE_XID_REPEAT"],
  /^MILLRACE_(MAINTENANCE|SELF_TEST|XIDS|EVENT|CONDITION)_[A-Z_]+$/,
  /^OTEL_[A-Z_]+$/,
];

/** The sandbox keeps its objects in the database and signs its webhooks. */
const SANDBOX = [
  ...["DATABASE_URL", "STRIPE_WEBHOOK_SECRET", "SANDBOX_STRIPE_PORT", "SANDBOX_WEBHOOK_URL"],
  "SANDBOX_CONTROL_SECRET",
];

const NEEDS = { product: PRODUCT, agent: AGENT, sandbox: SANDBOX, database: [], machine: [] };

/** The environment of a child: the variables that it needs, and no others of this process. */
export function childEnvironment(child: keyof typeof NEEDS, env: Environment): Environment {
  const needed = [...MACHINE, ...NEEDS[child]];
  const isNeeded = (name: string) => needed.some((one) => (typeof one === "string" ? one === name : one.test(name)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isNeeded(name)));
}

/**
 * Bun's arguments for a child: it would read the folder's env files again, and so set a variable that the shell had
 * emptied, or that it does not need.
 */
export function withoutEnvFile(args: string[]): string[] {
  return ["--no-env-file", ...args];
}

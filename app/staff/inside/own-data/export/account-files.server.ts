import { db } from "~/platform/db.server";
import { listTemplates } from "~/compute/list-templates.server";
import { MASK } from "~/compute/template-variables";
import { type ExportFile, exportFile, type Owner } from "./export-file";

interface ProfileRow {
  name: string;
  email: string | null;
  role: string;
  state: string;
  tenant_name: string;
  company: string;
  tax: string;
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  country: string;
  source: string;
  source_text: string;
  two_factor: boolean;
  registered_at: Date;
  last_login_at: Date | null;
}

async function* profile({ userId }: Owner) {
  yield* await db.query<ProfileRow>(
    `select u.name, u.email, u.role, u.state, t.tenant_name, t.company, t.tax, t.street, t.street2, t.postal, t.city, t.region,
       t.country, u.source, u.source_text, u.totp_confirmed_at is not null as two_factor, u.created_at as registered_at,
       u.last_login_at
     from user_account u join tenant t on t.id = u.tenant_id where u.id = $1`,
    [userId],
  );
}

interface SessionRow {
  begun_at: Date;
  last_seen_at: Date;
  ends_at: Date;
  ip: string;
  user_agent: string;
}

async function* sessions({ userId }: Owner) {
  yield* await db.query<SessionRow>(
    `select created_at as begun_at, last_seen_at, expires_at as ends_at, ip, user_agent from session where user_id = $1
     order by created_at`,
    [userId],
  );
}

interface KeyRow {
  kind: string;
  name: string;
  last4: string;
  scopes: string[];
  networks: string[];
  made_at: Date;
  ends_at: Date | null;
  revoked_at: Date | null;
  used_at: Date | null;
  used_from: string | null;
  day_limit_cents: number | null;
  total_limit_cents: number | null;
}

async function* apiKeys({ userId }: Owner) {
  yield* await db.query<KeyRow>(
    `select scope as kind, name, last4, scopes, networks, created_at as made_at, expires_at as ends_at, revoked_at, used_at,
       used_from, line.day_cents as day_limit_cents, line.total_cents as total_limit_cents
     from api_key left join key_line line on line.id = api_key.line_id where user_id = $1 order by api_key.id`,
    [userId],
  );
}

interface LoginMethodRow {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  linked_at: Date;
  used_at: Date | null;
}

async function* ways({ userId }: Owner) {
  yield* await db.query<LoginMethodRow>(
    `select provider, issuer, subject, email, linked_at, used_at from identity where user_id = $1 order by linked_at, id`,
    [userId],
  );
}

interface PasskeyRow {
  name: string;
  made_at: Date;
  used_at: Date | null;
}

async function* passkeys({ userId }: Owner) {
  yield* await db.query<PasskeyRow>(
    `select name, created_at as made_at, used_at from passkey where user_id = $1 order by id`,
    [userId],
  );
}

interface SshKeyRow {
  name: string;
  type: string;
  body: string;
  comment: string;
  fingerprint: string;
  is_default: boolean;
  stored_at: Date;
}

async function* sshKeys({ userId }: Owner) {
  yield* await db.query<SshKeyRow>(
    `select name, type, body, comment, fingerprint, is_default, created_at as stored_at from ssh_key
     where user_id = $1 order by id`,
    [userId],
  );
}

interface AlertRow {
  gpu_type: string;
  asked_at: Date;
}

async function* gpuAlerts({ userId }: Owner) {
  yield* await db.query<AlertRow>(
    `select gpu_type, created_at as asked_at from gpu_alert where user_id = $1 order by gpu_type`,
    [userId],
  );
}

interface EndpointRow {
  url: string;
  description: string;
  events: string[];
  state: string;
  made_at: Date;
}

async function* endpoints({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* await db.query<EndpointRow>(
      `select url, description, event_types as events, state, created_at as made_at from webhook_endpoint
       where tenant_id = $1 and state <> 'deleted' order by created_at`,
      [tenantId],
    );
  }
}

interface TemplateFileRow {
  name: string;
  image: string;
  start_command: string;
  variables: string[];
  ports: string[];
  volume_path: string;
  registry_user: string;
}

async function* templates({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    for (const template of await listTemplates({ tenantId })) {
      if (!template.own) continue;
      const { name, image, start_command, environment, http_ports, volume_path, registry_username } = template;
      const variables = environment.map(({ name, value }) => `${name}=${value ?? MASK}`);
      const ports = http_ports.map(String);
      yield { name, image, start_command, variables, ports, volume_path, registry_user: registry_username };
    }
  }
}

/** Stored data about the account; without secrets. */
export const ACCOUNT_FILES: readonly ExportFile[] = [
  exportFile<ProfileRow>(
    "profile",
    "You and your account.",
    [
      ...(["name", "email", "role", "state", "tenant_name", "company", "tax", "street", "street2", "postal"] as const),
      ...([
        "city",
        "region",
        "country",
        "source",
        "source_text",
        "two_factor",
        "registered_at",
        "last_login_at",
      ] as const),
    ],
    profile,
  ),
  exportFile<SessionRow>(
    "sessions",
    "Where you were logged in when this was made.",
    ["begun_at", "last_seen_at", "ends_at", "ip", "user_agent"],
    sessions,
  ),
  exportFile<LoginMethodRow>(
    "linked-accounts",
    "Accounts elsewhere that you log in with.",
    ["provider", "issuer", "subject", "email", "linked_at", "used_at"],
    ways,
  ),
  exportFile<PasskeyRow>(
    "passkeys",
    "Passkeys that you log in with, without the keys themselves.",
    ["name", "made_at", "used_at"],
    passkeys,
  ),
  exportFile<KeyRow>(
    "api-keys",
    "Your API keys, without the keys themselves.",
    ["kind", "name", "last4", "scopes", "networks", "made_at", "ends_at", "revoked_at", "used_at", "used_from"],
    apiKeys,
  ),
  exportFile<SshKeyRow>(
    "ssh-keys",
    "Your public SSH keys.",
    ["name", "type", "body", "comment", "fingerprint", "is_default", "stored_at"],
    sshKeys,
  ),
  exportFile<AlertRow>("gpu-alerts", "GPU types that you wait for.", ["gpu_type", "asked_at"], gpuAlerts),
  exportFile<TemplateFileRow>(
    "templates",
    "Your templates, without the values of secret variables and passwords.",
    ["name", "image", "start_command", "variables", "ports", "volume_path", "registry_user"],
    templates,
  ),
  exportFile<EndpointRow>(
    "webhook-endpoints",
    "Your webhook endpoints, without their secrets.",
    ["url", "description", "events", "state", "made_at"],
    endpoints,
  ),
];

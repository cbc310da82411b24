-- Who leads a tick: a lease with a fencing number instead of a lock that a frozen process keeps (A39).
create table "job_lease" (
  "job" text not null,
  "holder" text not null,
  "session" integer not null,
  "fence" bigint not null,
  "expires_at" timestamptz(3) not null,
  constraint "job_lease_pkey" primary key ("job")
);

-- Named API keys beside the account's own one: scoped, ending, limited to networks (decision 0207). They are shown once, so
-- nothing is kept of them but the hash; of service keys, which are shown once too, nothing more is kept from now on.
ALTER TABLE "api_key"
  ADD COLUMN "name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "expires_at" TIMESTAMPTZ(3),
  ADD COLUMN "used_from" TEXT,
  ADD COLUMN "warned_at" TIMESTAMPTZ(3),
  ALTER COLUMN "encrypted" DROP NOT NULL;

update api_key set encrypted = null where scope = 'usage';

alter table api_key
  drop constraint api_key_scope_known,
  add constraint api_key_scope_known check (scope in ('full', 'named', 'usage', 'inference')),
  add constraint api_key_named check ((scope = 'named') = (name <> '') and (scope = 'named') = (scopes <> '{}')),
  add constraint api_key_scopes_known check (scopes <@ array['read', 'tasks', 'billing']),
  add constraint api_key_shown_again check (case scope when 'named' then encrypted is null when 'usage' then true else encrypted is not null end);

-- Those whose end its owner has yet to be told of.
create index api_key_ending_idx on api_key (expires_at) where warned_at is null and revoked_at is null and expires_at is not null;

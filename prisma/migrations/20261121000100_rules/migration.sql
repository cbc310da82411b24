-- Rules that the database itself holds, whoever writes. Named so that a violation says what was broken.

-- ─── Words ─────────────────────────────────────────────────────────────────────────────────────
alter table user_account
  add constraint user_role_known check (role in ('customer', 'support', 'operator', 'admin')),
  add constraint user_state_known check (state in ('unverified', 'active', 'suspended', 'closed')),
  add constraint user_subscription_known
    check (codify_subscription_status in ('active', 'trial', 'past_due', 'canceled', 'none')),
  add constraint user_email_lower check (email = lower(email));
alter table api_key add constraint api_key_scope_known check (scope in ('full', 'usage'));
alter table price add constraint price_positive check (pph_cents between 1 and 1000000);
alter table node
  add constraint node_drain_known check (drain in (0, 1, 2)),
  add constraint node_health_known check (health in ('new', 'healthy', 'error', 'dead')),
  add constraint node_gpus_sane check (gpus between 1 and 16);
alter table task
  add constraint task_state_known check (state in
    ('queued', 'placing', 'starting', 'running', 'incident', 'stopping', 'finished', 'killed', 'failed', 'lost')),
  add constraint task_stop_target_known check (stop_target in ('finished', 'killed', 'failed')),
  add constraint task_final_has_end check ((state in ('finished', 'killed', 'failed', 'lost')) = (finished_at is not null)),
  add constraint task_charged_only_when_running check (charged_to is null or state in ('running', 'incident', 'stopping')),
  add constraint task_pph_positive check (pph > 0);
alter table placement
  add constraint placement_state_known check (state in
    ('assigned', 'acknowledged', 'running', 'stopped', 'interrupted', 'revoked'));

-- ─── One of a kind ─────────────────────────────────────────────────────────────────────────────
-- The key of these indexes is an expression that is null for rows the rule does not concern.
create unique index task_unfinished_name on task (tenant_id, (case when finished_at is null then task_name end));
create unique index ssh_key_one_default on ssh_key ((case when is_default then tenant_id end));
create unique index image_one_default on image ((case when is_default then 1 end));
create unique index api_key_one_full on api_key ((case when revoked_at is null and scope = 'full' then user_id end));

-- ─── Ledger (B5) ───────────────────────────────────────────────────────────────────────────────
alter table ledger_account
  add constraint ledger_customer_not_below_zero check (name not like 'customer:%' or balance >= 0),
  add constraint ledger_owed_not_above_zero check (name not like 'owed:%' or balance <= 0);
alter table ledger_entry add constraint ledger_entry_not_zero check (units <> 0);
alter table task_charge
  add constraint task_charge_forward check (to_ts > from_ts),
  add constraint task_charge_positive check (units > 0);

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function ledger_append_only();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_append_only();
create trigger task_charge_append_only before update or delete or truncate on task_charge
  for each statement execute function ledger_append_only();

-- All entries of a transaction are written by one statement, which must balance by itself: checked for
-- the whole statement at once, so that a billing tick over many tasks pays for one check, not for one
-- per row. The balances of tenants' accounts follow in the same step.
create function ledger_entries_post() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  return null;
end $$;

create trigger ledger_entries_post after insert on ledger_entry
  referencing new table as inserted
  for each statement execute function ledger_entries_post();


-- The head of the audit's chain changes in two ways and no other: by one link, which is there and is what the head then says;
-- and where the chain begins moves on by pruning, which says so in its transaction (decision 0187).
create function audit_head_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.anchor_number, new.anchor_hash) = (old.id, old.anchor_number, old.anchor_hash)
    and new.number = old.number + 1
    and exists (select from audit_link l where (l.number, l.hash) = (new.number, new.hash)) then
    return new;
  end if;
  if current_setting('millrace.prunes_audit', true) = 'on'
    and (new.id, new.number, new.hash) = (old.id, old.number, old.hash)
    and new.anchor_number > old.anchor_number and new.anchor_number <= new.number then
    return new;
  end if;
  raise exception 'audit_head moves with the chain alone' using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_head_moves before update on audit_head for each row execute function audit_head_moves();

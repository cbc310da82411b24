-- Few placements fail. A node on which one did so a short while ago is avoided, and both the planner and all who ask what
-- is free look for those nodes.
create index placement_failed_at_idx on placement (failed_at, node_id) where failed_at is not null;

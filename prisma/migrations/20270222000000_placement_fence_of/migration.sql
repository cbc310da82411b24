-- The task whose fence a placement started inside (S16): its row may have two holds. Workers of the version before write
-- "inside_fence" until they are replaced; a later migration drops it.
ALTER TABLE "placement" ADD COLUMN "fence_of" UUID;

update "placement" p set "fence_of" = hold."resv_guid"
from "task" own, "row_hold" hold
where p."inside_fence" and p."ended_at" is null and own."resv_guid" = p."resv_guid"
  and hold."cluster_name" = own."cluster_name" and hold."gpu_type" = own."gpu_type" and hold."since" <= p."assigned_at";

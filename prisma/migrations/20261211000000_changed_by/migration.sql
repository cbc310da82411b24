-- Who chose an endpoint's address, changed a template and set automatic top-up last: what somebody who leaves a team leaves
-- to it. Before, nobody wrote it down but who was shown an endpoint's secret.
ALTER TABLE "webhook_endpoint" ADD COLUMN "url_by_id" INTEGER;
ALTER TABLE "template" ADD COLUMN "changed_by_id" INTEGER;
ALTER TABLE "auto_top_up" ADD COLUMN "set_by_id" INTEGER;
update webhook_endpoint set url_by_id = secret_by_id;

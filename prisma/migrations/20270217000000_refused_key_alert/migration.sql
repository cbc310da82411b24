-- Staff are told when the payment provider refuses our key, by the channels that are told of differences in the books.
WITH "made" AS (
  INSERT INTO "alert_rule" ("name", "figure", "comparison", "severity", "changed_at")
  VALUES ('The payment provider refuses our key', 'money.refused-requests', 'is', 'critical', now())
  ON CONFLICT DO NOTHING RETURNING "id"
)
INSERT INTO "alert_rule_channel" ("rule_id", "channel_id")
SELECT DISTINCT made.id, told.channel_id
FROM "made" made, "alert_rule_channel" told JOIN "alert_rule" rule ON rule.id = told.rule_id
WHERE rule.figure = 'money.differences' AND rule.deleted_at IS NULL;

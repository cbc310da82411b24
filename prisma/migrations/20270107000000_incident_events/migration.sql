-- The dashboard lists the incidents of the last days.
CREATE INDEX "task_event_incidents" ON "task_event"("at") WHERE "to_state" = 'incident';

-- A task of the demo without a program, and how it ends; a tenant that stands in starts them by itself.
alter table task add column stand_in text check (stand_in in ('ends', 'stays', 'fails'));
update task set stand_in = 'ends' from tenant where tenant.id = task.tenant_id and tenant.stands_in;

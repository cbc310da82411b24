-- Roles of staff are made of rights (decision 0580). The documented ones are rows that nobody changes.
CREATE TABLE "user_role" (
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "rights" TEXT[] NOT NULL,
    "made_by_id" INTEGER,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_role_pkey" PRIMARY KEY ("name")
);

insert into user_role (name, label, rights) values
  ('customer', 'Customer', '{}'),
  ('support', 'Support', array['fleet.see', 'customers.see', 'customers.view', 'money.see', 'usage.see']),
  ('operator', 'Operator',
    array['fleet.see', 'customers.see', 'customers.view', 'money.see', 'usage.see', 'fleet.act', 'alerts.act',
      'tasks.act', 'customers.act', 'inbox.act', 'invoices.act', 'site.act']),
  ('admin', 'Admin',
    array['fleet.see', 'fleet.act', 'fleet.admit', 'alerts.act', 'prices.act', 'tasks.act', 'customers.see',
      'customers.act', 'customers.view', 'access.act', 'inbox.act', 'money.see', 'invoices.act',
      'refunds.give', 'money.act', 'promos.act', 'usage.see', 'usage.act', 'site.act', 'audit.see',
      'staff.act']);

alter table user_account drop constraint user_role_known;

ALTER TABLE "user_account" ADD CONSTRAINT "user_account_role_fkey"
  FOREIGN KEY ("role") REFERENCES "user_role"("name") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "user_role" ADD CONSTRAINT "user_role_made_by_id_fkey"
  FOREIGN KEY ("made_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE NO ACTION;

-- Finds the holders of a role.
CREATE INDEX "user_account_role_idx" ON "user_account"("role") WHERE "role" <> 'customer';

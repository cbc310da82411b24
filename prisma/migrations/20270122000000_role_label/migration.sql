-- Two roles of staff with one label could not be told apart.
create unique index "user_role_label_key" on "user_role" (lower("label"));

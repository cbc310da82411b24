-- Users who want to hear when GPUs of a type are free, and at which tenant they asked.
create table gpu_alert (
  user_id integer not null,
  tenant_id integer not null,
  gpu_type text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, gpu_type),
  foreign key (tenant_id, user_id) references member (tenant_id, user_id) on delete cascade on update cascade,
  foreign key (gpu_type) references price (gpu_type) on delete cascade on update cascade
);
create index gpu_alert_tenant_id_user_id_idx on gpu_alert (tenant_id, user_id);
create index gpu_alert_gpu_type_idx on gpu_alert (gpu_type);

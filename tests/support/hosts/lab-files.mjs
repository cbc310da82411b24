/** The hosts of the lab, by name. */
export const ADDRESSES = {
  balancer: "10.77.0.1",
  db1: "10.77.0.11",
  db2: "10.77.0.12",
  db3: "10.77.0.13",
  app1: "10.77.0.21",
  app2: "10.77.0.22",
};
export const DATABASES = ["db1", "db2", "db3"];

export function etcdArguments(host, dir) {
  const address = ADDRESSES[host];
  return [
    ...["--name", host, "--data-dir", dir, "--initial-cluster-state", "new"],
    ...["--listen-client-urls", `http://${address}:2379,http://127.0.0.1:2379`],
    ...["--advertise-client-urls", `http://${address}:2379`],
    ...["--listen-peer-urls", `http://${address}:2380`, "--initial-advertise-peer-urls", `http://${address}:2380`],
    ...["--initial-cluster", DATABASES.map((name) => `${name}=http://${ADDRESSES[name]}:2380`).join(",")],
    // Two cores run all hosts.
    ...["--heartbeat-interval", "250", "--election-timeout", "2500", "--log-level", "error"],
  ];
}

/** The settings of Patroni that docs/deploying.md recommends. */
export function patroniFile(host, dir) {
  const address = ADDRESSES[host];
  return `scope: millrace
name: ${host}
restapi:
  listen: ${address}:8008
  connect_address: ${address}:8008
etcd3:
  hosts: [${DATABASES.map((name) => `"${ADDRESSES[name]}:2379"`).join(", ")}]
bootstrap:
  dcs:
    # A primary that is lost is replaced within about 20 s.
    ttl: 15
    loop_wait: 3
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    # What was acknowledged is on two hosts.
    synchronous_mode: true
    # Without etcd the primary goes on as long as it reaches the others.
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 150
        wal_log_hints: "on"
        synchronous_commit: "on"
        # A frozen or lost client frees its connection.
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        tcp_user_timeout: 10000
        shared_buffers: 64MB
        max_wal_size: 256MB
        wal_keep_size: 128MB
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: ${address}:5432
  connect_address: ${address}:5432
  data_dir: ${dir}/postgres/data
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${dir}/postgres/pgpass
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host all all 10.77.0.0/24 scram-sha-256
    - host replication replicator 10.77.0.0/24 scram-sha-256
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
  parameters:
    unix_socket_directories: ${dir}/postgres
`;
}

const COMMON = `global
  maxconn 2000
defaults
  timeout connect 3s
  timeout check 2s
`;

/** Leads to the primary, and cuts the connections to a server that no longer is. */
export function haproxyOfApp() {
  const servers = DATABASES.map((name) => `  server ${name} ${ADDRESSES[name]}:5432 maxconn 140 check port 8008`);
  return `${COMMON}listen primary
  bind 127.0.0.1:5000
  mode tcp
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

/** The balancer in front of web and workers. */
export function haproxyOfBalancer() {
  const servers = (port) =>
    ["app1", "app2"].map((name) => `  server ${name} ${ADDRESSES[name]}:${port} check`).join("\n");
  return `${COMMON}  mode http
  option forwardfor
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  option redispatch
  retries 3
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  # A request without a Host is refused.
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host cloud.example.com
frontend all
  bind ${ADDRESSES.balancer}:8080
  use_backend workers if { path_beg /socket.io/ }
  default_backend web
backend web
${servers(3000)}
backend workers
${servers(3001)}
`;
}

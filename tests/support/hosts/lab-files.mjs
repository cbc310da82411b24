import { readFileSync } from "node:fs";

/** The hosts of the lab by name, with the addresses of the files in docs/deploy/three-hosts. */
export const ADDRESSES = {
  balancer: "10.77.0.1",
  db1: "10.77.0.11",
  db2: "10.77.0.12",
  db3: "10.77.0.13",
  app1: "10.77.0.21",
  app2: "10.77.0.22",
};
export const DATABASES = ["db1", "db2", "db3"];
/** Passwords of the database's users, and of its superuser for the lab's own questions. */
export const PASSWORDS = { superuser: "superuser", replicator: "replicator" };

const recommended = (file) =>
  readFileSync(new URL(`../../../docs/deploy/three-hosts/${file}`, import.meta.url), "utf8");

export function etcdArguments(host, dir) {
  const address = ADDRESSES[host];
  return [
    ...["--name", host, "--data-dir", dir, "--initial-cluster-state", "new"],
    ...["--listen-client-urls", `http://${address}:2379,http://127.0.0.1:2379`],
    ...["--advertise-client-urls", `http://${address}:2379`],
    ...["--listen-peer-urls", `http://${address}:2380`, "--initial-advertise-peer-urls", `http://${address}:2380`],
    ...["--initial-cluster", DATABASES.map((name) => `${name}=http://${ADDRESSES[name]}:2380`).join(",")],
    // For Patroni (docs/deploy/three-hosts/patroni.yaml).
    "--enable-v2",
    // Two cores run all hosts.
    ...["--heartbeat-interval", "250", "--election-timeout", "2500", "--log-level", "error"],
  ];
}

/** The recommended settings of Patroni, in the lab's folders, with small buffers. */
export function patroniFile(host, dir) {
  const own = recommended("patroni.yaml")
    .replace("name: db1", `name: ${host}`)
    .replaceAll(/(listen|connect_address): [\d.]+:/g, `$1: ${ADDRESSES[host]}:`)
    .replace(/data_dir: .*/, `data_dir: ${dir}/postgres/data\n  pgpass: ${dir}/postgres/pgpass`)
    .replace("SUPERUSER-PASSWORD", PASSWORDS.superuser)
    .replace("REPLICATOR-PASSWORD", PASSWORDS.replicator)
    .replace(
      "wal_log_hints:",
      "shared_buffers: 64MB\n        max_wal_size: 256MB\n        wal_keep_size: 128MB\n        wal_log_hints:",
    );
  return `${own}  parameters:\n    unix_socket_directories: ${dir}/postgres\n`;
}

/** Leads to the primary. */
export const haproxyOfApp = () => recommended("haproxy-database.cfg");
/** The balancer in front of web and workers. */
export const haproxyOfBalancer = () => recommended("haproxy-web.cfg");

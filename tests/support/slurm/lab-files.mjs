/** Texts of the lab's configuration files, by name. */
export function labFiles({ dir, cluster, ports, nodes, settings, host, release }) {
  const token = { AuthAltTypes: "auth/jwt", AuthAltParameters: `jwt_key=${dir}/jwt.key` };
  const auth = { AuthType: "auth/munge", AuthInfo: `socket=${dir}/run/munge.sock`, ...token };
  const all = `n[1-${nodes.length}]`;
  const slurm = {
    ClusterName: cluster,
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmctldPort: ports.slurmctld,
    SlurmUser: "root",
    ...auth,
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
    MpiDefault: "none",
    MailProg: "/bin/true",
    JobAcctGatherType: "jobacct_gather/none",
    AccountingStorageType: "accounting_storage/slurmdbd",
    AccountingStorageHost: "127.0.0.1",
    AccountingStoragePort: ports.slurmdbd,
    // For slurmctld's connection to slurmdbd this is munge's socket; AuthInfo does not apply there.
    AccountingStoragePass: `${dir}/run/munge.sock`,
    AccountingStorageTRES: "gres/gpu",
    AccountingStorageEnforce: "associations,limits,qos",
    AccountingStoreFlags: "job_comment",
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_CPU",
    // The nodes have more processors and memory than this machine.
    SlurmdParameters: "config_overrides",
    GresTypes: "gpu",
    ReturnToService: 2,
    SlurmdTimeout: 20,
    MinJobAge: 300,
    MessageTimeout: 20,
    KillWait: 5,
    InactiveLimit: 0,
    JobRequeue: 0,
    SchedulerType: "sched/backfill",
    SchedulerParameters: "bf_interval=1",
    SrunPortRange: `${ports.slurmd + nodes.length}-${ports.slurmd + nodes.length + 11}`,
    SlurmdSpoolDir: `${dir}/spool/%n`,
    SlurmdPidFile: `${dir}/run/slurmd.%n`,
    SlurmdLogFile: `${dir}/log/slurmd.%n.log`,
    SlurmctldPidFile: `${dir}/run/slurmctld`,
    SlurmctldLogFile: `${dir}/log/slurmctld.log`,
    StateSaveLocation: `${dir}/ctld`,
    ...settings,
  };
  const slurmdbd = {
    DbdHost: "localhost",
    DbdAddr: "127.0.0.1",
    DbdPort: ports.slurmdbd,
    SlurmUser: "root",
    ...auth,
    StorageType: "accounting_storage/mysql",
    StorageHost: "127.0.0.1",
    StoragePort: ports.mariadb,
    StorageUser: "slurm",
    StoragePass: "slurm",
    StorageLoc: "slurm_acct",
    LogFile: `${dir}/log/slurmdbd.log`,
    PidFile: `${dir}/run/slurmdbd`,
  };
  const machines = `NodeName=${all} NodeHostname=${host} NodeAddr=127.0.0.1 Port=[${ports.slurmd}-${ports.slurmd + nodes.length - 1}]`;
  return {
    "slurm.conf": [
      ...linesOf(slurm),
      `${machines} CPUs=64 RealMemory=500000 Gres=gpu:a5000:8 State=UNKNOWN`,
      "PartitionName=gpu Nodes=ALL Default=YES MaxTime=INFINITE DefaultTime=60 State=UP",
      "",
    ].join("\n"),
    // Slurm 22.05 does not know the word, and needs no cgroups for these plugins.
    ...(release >= 23 ? { "cgroup.conf": "CgroupPlugin=disabled\n" } : {}),
    "gres.conf": `NodeName=${all} Name=gpu Type=a5000 File=${dir}/gpu[0-7]\n`,
    "slurmdbd.conf": [...linesOf(slurmdbd), ""].join("\n"),
  };
}

function linesOf(settings) {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

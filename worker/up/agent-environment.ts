import { join } from "node:path";
import { childEnvironment } from "./child-environment";
import type { Environment } from "./settings";

/** Builds the environment of the one agent process that stands for all demo nodes; see docs/agent.md. */
export function agentEnvironment(given: {
  env: Environment;
  nodesFile: string;
  stateDir: string;
  workerPort: number;
}): Environment {
  const { env, nodesFile, stateDir, workerPort } = given;
  return {
    // An agent gets no access to the database, to the secret that encrypts API keys, to mail or to payments.
    ...childEnvironment("agent", env),
    MILLRACE_LIVE_URL: env["LIVE_ORIGIN"] || `http://127.0.0.1:${workerPort}`,
    MILLRACE_DATA_DIR: stateDir,
    MILLRACE_DEMO_NODES: nodesFile,
    ...(env["MILLRACE_DEMO_RUNTIME"] ? { MILLRACE_RUNTIME: env["MILLRACE_DEMO_RUNTIME"] } : {}),
    MILLRACE_VOLUMES_DIR: env["MILLRACE_VOLUMES_DIR"] || join(stateDir, "volumes"),
    // All demo nodes are on this machine and have that one folder.
    MILLRACE_VOLUMES_REACH: env["MILLRACE_VOLUMES_REACH"] || "shared",
    // A laptop's disk is smaller than the demo's volumes, whose content is limited only by that disk.
    MILLRACE_VOLUMES_GB: env["MILLRACE_VOLUMES_GB"] || "2000",
  };
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeKeyPair, ssh } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";

/** As package.json says it. */
function command(name: string): string {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  return scripts[name] ?? "";
}

test("the compiled agent is one file and starts tasks too", async () => {
  const dataDir = aDataDir();
  const file = join(dataDir, "millrace-agent");
  execFileSync("sh", ["-c", command("agent:build").replace("build/millrace-agent", file)], {
    env: { ...process.env, PATH: `node_modules/.bin:${process.env["PATH"]}` },
    stdio: "pipe",
  });
  const plane = new ControlPlane();
  const liveUrl = await plane.start();
  const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8 }];
  const agent = startAgent({ liveUrl, dataDir, nodes, ports: "46500-46549", command: [file] });
  try {
    const key = await makeKeyPair();
    const task = aDesiredTask({ ssh_public_keys: [key.publicKey] });
    plane.desire(NODE, desiring(1, [task]));
    const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
    expect(await ssh(ssh_addr, key, "echo compiled")).toMatchObject({ out: "compiled\n" });
    expect(await ssh(ssh_addr, key, "ls -A /root")).toMatchObject({ out: "" });
  } finally {
    await kill(agent);
    await plane.stop();
    await cleanUp(dataDir, [NODE]);
  }
});

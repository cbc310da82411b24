import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../worker/up/settings";
import { correctShell } from "../../../../worker/up/shell-variables";

test("variables of PostgreSQL's clients, and a proxy for our own ports, do not reach a start", () => {
  const shell = {
    PATH: "/bin",
    PGSSLMODE: "require",
    PGOPTIONS: "-c x=y",
    HTTP_PROXY: "http://proxy",
    no_proxy: "corp",
  };
  correctShell(shell);
  const direct = "corp,127.0.0.1,localhost,::1";
  expect(shell).toEqual({ PATH: "/bin", HTTP_PROXY: "http://proxy", no_proxy: direct, NO_PROXY: direct });
});

test("a program that is told so asks its own machine without the proxy", () => {
  const program = `
    const { correctShell } = await import("./worker/up/shell-variables");
    correctShell(process.env);
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("answered") });
    console.log(await (await fetch(server.url)).text());
    server.stop(true);`;
  const proxy = "http://127.0.0.1:9";
  const env = { PATH: process.env["PATH"], NODE_ENV: "production", HTTP_PROXY: proxy, http_proxy: proxy } as const;
  const said = execFileSync(join(root, "node_modules/.bin/bun"), ["-e", program], { cwd: root, env });
  expect(said.toString()).toBe("answered\n");
});

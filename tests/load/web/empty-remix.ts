import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findFreePort } from "../../../worker/up/ports";
import { until } from "../../support/until";
import type { Server } from "../processes";

const ROOT = `import { Outlet, Scripts } from "@remix-run/react";
export default function Root() {
  return <html lang="en"><head><title>Empty</title></head><body><Outlet /><Scripts /></body></html>;
}
`;
const PAGE = `export default function Page() { return null; }
`;
/** A bare JSON route. */
const BARE = `import { json } from "@remix-run/node";
export const loader = () => json({ status: "ok" });
`;
/** Remix's own entry for browsers; its default has another path for bots, and a package to detect them. */
const ENTRY = `import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
export default function handleRequest(request, status, headers, context) {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
    });
    setTimeout(abort, 5_000);
  });
}
`;
const CONFIG = `export default { serverModuleFormat: "esm", tailwind: false, postcss: false, future: {
  v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true, v3_lazyRouteDiscovery: true,
  v3_singleFetch: true } };
`;

/** Files that Remix requires for a build; the packages are the product's own. */
const PACKAGE = {
  name: "empty",
  private: true,
  type: "module",
  sideEffects: false,
  dependencies: { "@remix-run/node": "*", "@remix-run/react": "*", react: "*", "react-dom": "*" },
};

/** A Remix app of the same version and settings with one empty page and the route `/bare`; returns its folder. */
export async function buildEmptyRemix(dir: string): Promise<string> {
  const app = join(dir, "empty");
  mkdirSync(join(app, "app/routes"), { recursive: true });
  writeFileSync(join(app, "package.json"), JSON.stringify(PACKAGE));
  writeFileSync(join(app, "remix.config.js"), CONFIG);
  writeFileSync(join(app, "app/root.tsx"), ROOT);
  writeFileSync(join(app, "app/routes/_index.tsx"), PAGE);
  writeFileSync(join(app, "app/routes/bare.tsx"), BARE);
  writeFileSync(join(app, "app/entry.server.jsx"), ENTRY);
  symlinkSync(resolve("node_modules"), join(app, "node_modules"));
  execFileSync("node", ["node_modules/@remix-run/dev/dist/cli.js", "build"], { cwd: app, stdio: "ignore" });
  return app;
}

const RUNTIMES = { bun: ["node_modules/.bin/bun", "--bun"], node: ["node"] } as const;

/** Serves it as Remix itself does, by `remix-serve`; our own server is compared with that. */
export async function startEmptyRemix(app: string, runtime: keyof typeof RUNTIMES = "bun"): Promise<Server> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const [program, ...flags] = RUNTIMES[runtime];
  const child = spawn(program, [...flags, "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"], {
    cwd: app,
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) },
    stdio: "ignore",
  });
  const answers = async () => (await fetch(origin).catch(() => null))?.ok ?? false;
  await until("the empty page answers", answers);
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

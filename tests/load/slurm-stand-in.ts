// A slurmrestd whose jobs change all the time: `bun tests/load/slurm-stand-in.ts FILE` answers each list with that file.
// It prints its address, and counts the lists at /lists. It is a process of its own, so that its work is not Millrace's.
import { readFileSync } from "node:fs";

const RECORDED = new URL("../worker/unit/engines/recorded/", import.meta.url);
const jobs = readFileSync(process.argv[2] ?? "", "utf8");
let lists = 0;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/lists") return new Response(String(lists));
    if (pathname === "/openapi") return Response.json({ paths: { "/slurm/v0.0.38/jobs": {} } });
    if (!pathname.endsWith("/jobs"))
      return new Response(Bun.file(new URL(`${pathname.split("/").at(-1)}.json`, RECORDED)));
    lists += 1;
    return new Response(jobs);
  },
});
console.log(server.url.origin);

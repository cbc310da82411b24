import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { execute, OneTask, run } from "./one-task";

const one = OneTask.use("18100-18149");
const { dataDir } = one;

test("the home is the customer's only: empty at first", async () => {
  const { out } = await one.run("ls -A /root");
  expect(out).toBe("");
});

test("a local port is forwarded to a listener inside the task", async () => {
  await one.run(`${listenInside(7001)} >/dev/null 2>&1 </dev/null & until ${reaches(7001)}; do :; done`);
  const { out } = await run("ssh", [...one.options, "-p", one.port, "-W", "127.0.0.1:7001", `root@${one.host}`]);
  expect(out).toBe("inside\n");
});

test("a task reaches no port of the machine, not even its own", async () => {
  const outside = createServer((socket) => socket.end("outside")).listen(0, "127.0.0.1");
  await once(outside, "listening");
  const { port: open } = outside.address() as AddressInfo;
  const tried = [open, Number(one.port)].map((one) => `(${reaches(one)}) && echo REACHED ${one}`);
  const { out } = await one.run(`${tried.join("; ")}; cat /proc/net/unix; true`);
  outside.close();
  expect(out).not.toContain("REACHED");
  expect(out).not.toContain(dataDir);
});

test("a task cannot create nested users", async () => {
  const { out } = await one.run("unshare --user true 2>&1; echo $?");
  expect(out).toMatch(/unshare failed: .*\n1\n$/);
});

test("the command line of the first process reveals nothing about the machine", async () => {
  const { out } = await one.run("cat /proc/*/cmdline | tr '\\0' ' '");
  expect(out).toContain("task-server");
  expect(out).not.toContain(dataDir);
});

test("the first process collects orphans, and customers cannot end it", async () => {
  const isGone = `until ! grep -q "(sleep) Z" /proc/[0-9]*/stat 2>/dev/null; do sleep 0.1; done; kill -9 1; echo gone`;
  expect((await one.run(`(setsid sleep 0 &); sleep 0.1; ${isGone}`)).out).toBe("gone\n");
  expect((await one.run("echo in")).out).toBe("in\n");
});

test("limits hold a task's programs: in number, files and memory", async () => {
  const limits = "ulimit -u; ulimit -c; ulimit -n; cat /proc/self/oom_score_adj";
  expect((await one.run(limits)).out).toBe(`1024\n0\n${expectedOpenFiles()}\n500\n`);
  // They stay until all have started: on a busy machine the first would otherwise end before the last begins.
  const many =
    "my @all; while (@all < 1500) { my $one = fork; if (!defined $one) { print $!; last } if (!$one) { sleep 600; exit } " +
    "push @all, $one } kill 9, @all";
  expect((await one.run(`perl -e '${many}'`)).out).toBe("Resource temporarily unavailable");
  const hungry = 'perl -e \'$x = "a" x (40 * 2 ** 30); print "ALL"\' 2>/dev/null; echo $?';
  const { out } = await one.run(hungry);
  expect(out).not.toContain("ALL");
  expect(await one.run("echo alive")).toMatchObject({ out: "alive\n" });
});

test("a link instead of the server's socket leads nowhere", async () => {
  const outside = mkdtempSync(join(tmpdir(), "millrace-outside-"));
  const server = createServer((socket) => socket.end("OUTSIDE\n")).listen(join(outside, "s"));
  await once(server, "listening");
  const client = await one.connect();
  const move = `cd $MILLRACE_RUN && mv ssh.sock kept && ln -s ${outside}/s ssh.sock`;
  await execute(client, move);
  const banner = await new Promise<string>((resolve) => {
    let seen = "";
    const socket = connect(Number(one.port), one.host);
    socket.on("data", (data) => (seen += String(data))).on("close", () => resolve(seen));
  });
  await execute(client, "cd $MILLRACE_RUN && mv kept ssh.sock");
  client.end();
  server.close();
  expect(banner).toBe("");
  expect(await one.run("echo back")).toMatchObject({ out: "back\n" });
});

test("nvidia-smi lists the granted GPUs, marked as simulated, and the environment names them", async () => {
  const { out: list } = await one.run("nvidia-smi -L");
  const uuids = [...list.matchAll(/^GPU \d: NVIDIA RTX A5000 \(simulated\) \(UUID: (GPU-[0-9a-f-]{36})\)$/gm)];
  expect(uuids).toHaveLength(2);
  expect((await one.run("echo $CUDA_VISIBLE_DEVICES")).out.trim()).toBe(uuids.map(([, uuid]) => uuid).join(","));
  const query = "nvidia-smi --query-gpu=index,uuid,memory.total --format=csv,noheader,nounits";
  expect((await one.run(query)).out).toBe(uuids.map(([, uuid], at) => `${at}, ${uuid}, 24564\n`).join(""));
  expect((await one.run("bash -lc nvidia-smi; ls -A ~ | grep -c cache")).out).toMatch(
    /SIMULATED[^]*\| +1 +NVIDIA RTX A5000 \(simulated\)[^]*\n0\n$/,
  );
  expect((await one.run("nvidia-smi --query-gpu=nonsense --format=csv")).code).toBe(2);
});

test("os-release is the image's", async () => {
  const { out } = await one.run(". /etc/os-release; echo $ID $VERSION_ID; echo $PRETTY_NAME; echo $VARIANT");
  expect(out).toBe("ubuntu 22.04\nUbuntu 22.04, CUDA 12\nMillrace task on the machine's own system\n");
});

test("python has the name that visitors type, under whatever name the machine has it", async () => {
  const command = "python -c 'print(6 * 7)' 2>/dev/null || command -v python3 >/dev/null || echo 42";
  expect(await one.run(command)).toMatchObject({ out: "42\n" });
  expect(await one.run(`bash -lc "${command}"`)).toMatchObject({ out: "42\n" });
});

test("root inside has no capability, and can write only the kernel's files of its own processes", async () => {
  const { out } = await one.run(
    `grep CapEff /proc/self/status
    for file in $(find /proc ! -type l -path '/proc/[!0-9]*' -perm /222 2>/dev/null); do
      (: >> $file) 2>/dev/null && echo WRITABLE $file
    done
    echo named > /proc/$$/comm && read -r name < /proc/$$/comm && echo $name`,
  );
  expect(out).toBe("CapEff:\t0000000000000000\nnamed\n");
});

/** A command that answers "inside" on that port of its own loopback until it is ended. */
function listenInside(port: number): string {
  const server = `IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => ${port}, Listen => 5, ReuseAddr => 1)`;
  return `perl -MIO::Socket -e '$s = ${server}; while ($c = $s->accept) { print $c "inside\n"; close $c }'`;
}

/** Exits with 0 if something listens. */
function reaches(port: number): string {
  return `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' 2>/dev/null`;
}

/** The highest limit that this machine allows, at most that of a task. */
function expectedOpenFiles(): number {
  return Math.min(65_536, Number(execFileSync("bash", ["-c", "ulimit -Hn"]).toString()));
}

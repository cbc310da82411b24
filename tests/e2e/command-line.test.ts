import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { Cli } from "./support/cli";
import { becomeCustomer } from "./support/newcomer";
import { logIn } from "./support/people";
import { until } from "../support/until";

const { visitor } = useBrowser();
const home = mkdtempSync(join(tmpdir(), "millrace-cli-"));
const cli = new Cli(home);
const config = join(home, ".config/millrace/config.json");
const storedKey = () => (JSON.parse(readFileSync(config, "utf8")) as Stored).profiles.default.api_key;
interface Stored {
  profiles: { default: { api_key: string } };
}

beforeAll(async () => {
  mkdirSync(join(home, ".ssh"), { mode: 0o700 });
  await cli.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "cli", "-f", join(home, ".ssh/id_ed25519")]);
  // As in docs/cli.md.
  const program = await fetch(`${inject("origin")}/cli/millrace`);
  writeFileSync(cli.program, await program.bytes(), { mode: 0o755 });
});

test("the downloaded file logs in by a browser, and reports faults by words and exit codes", async () => {
  expect(await cli.millrace(["ls"])).toMatchObject({ code: 3, err: expect.stringContaining("You are not logged in.") });
  const wrong = await cli.millrace(["login", inject("origin"), "--key", "mr_wrongwrong"]);
  expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining("Please log in or send a valid API key.") });

  const page = await visitor();
  await logIn(page, "customer");
  const login = cli.start(["login", inject("origin")]);
  const address = await until("the address to be shown", () => /http\S+user_code=\S+/.exec(login.err())?.[0]);
  await page.goto(address);
  await page.getByRole("button", { name: "Allow" }).click();
  expect(await login.code).toBe(0);
  expect(login.out()).toContain("as customer@millrace.example");
  expect(statSync(config).mode & 0o777).toBe(0o600);
  await endTasks(storedKey());

  expect(await cli.json(["whoami"])).toMatchObject({ email: "customer@millrace.example", profile: "default" });
  expect(await cli.json(["gpus"])).toMatchObject({ prices: { a5000: 95 } });
  expect(await cli.json(["balance"])).toMatchObject({ ongoing_pph: 0 });
  expect(await cli.json(["top-up"])).toMatchObject({ url: `${inject("origin")}/billing/add-funds`, opened: false });

  expect(await cli.json(["templates"])).toContainEqual(expect.objectContaining({ name: "jupyterlab" }));
  expect(await cli.json(["volumes", "ls"])).toEqual([]);
  const create = ["volumes", "create", "data", "--gb", "10", "--cluster"];
  expect(await cli.millrace([...create, "nosuch"])).toMatchObject({ code: 1, err: expect.stringContaining("nosuch") });
  expect(await cli.millrace([...create, "fra1"])).toMatchObject({ code: 0 });
  expect(await cli.millrace(["volumes", "rm", "data", "--yes"])).toMatchObject({ code: 0 });
  expect(await cli.millrace(["volumes", "rm", "nosuch", "--yes"])).toMatchObject({ code: 4 });

  expect(await cli.millrace(["rent"])).toMatchObject({ code: 2, out: "" });
  expect(await cli.millrace(["logs", "nosuch"])).toMatchObject({ code: 4 });
  const refused = await cli.millrace(["rent", "nosuch", "--json"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(JSON.parse(refused.err)).toEqual({
    retcode: "ERROR",
    human_readable_message: "Unknown GPU type nosuch.",
    exit_code: 1,
  });
  const hint = await cli.millrace(["rent", "nosuch"]);
  expect(hint).toMatchObject({ code: 1, err: expect.stringContaining("To list GPU types: millrace gpus") });
  const away = await cli.millrace(["top"], {
    env: { MILLRACE_URL: "http://127.0.0.1:4", MILLRACE_API_KEY: "mr_of-nobody" },
  });
  expect(away).toMatchObject({ code: 6, err: expect.stringContaining("Cannot reach http://127.0.0.1:4: it refuses") });
});

test("rents, logs in by the real ssh, copies in both directions, follows the log and ends the task", async () => {
  const rented = await cli.json([
    "rent",
    "a5000",
    "--name",
    "by-cli",
    "--wait",
    "--ssh-key",
    join(home, ".ssh/id_ed25519"),
  ]);
  expect(rented).toMatchObject({ task_name: "by-cli", state: "running", gpus: 1, pph: 95 });
  expect((await cli.millrace(["ls"])).out).toMatch(/^by-cli +running +1 × a5000/m);

  const empty = await cli.millrace(["logs", "by-cli"]);
  expect(empty).toMatchObject({ code: 0, out: "", err: expect.stringContaining("Nothing written yet.") });
  const own = await cli.millrace(["ssh", "by-cli", "--", "echo $MILLRACE_TASK_GPUS; exit 3"]);
  expect(own).toMatchObject({ code: 3, out: "0\n" });
  writeFileSync(join(home, "sent"), "there and back\n");
  expect(await cli.millrace(["cp", join(home, "sent"), "by-cli:/root/kept"])).toMatchObject({ code: 0 });
  expect(await cli.millrace(["cp", "by-cli:kept", join(home, "came")])).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, "came"), "utf8")).toBe("there and back\n");

  writeFileSync(join(home, ".ssh/config"), "Host mine\n  User me\n");
  expect(await cli.json(["config", "ssh"])).toMatchObject({ changed: true, hosts: ["by-cli"] });
  expect(await cli.json(["config", "ssh"])).toMatchObject({ changed: false, hosts: ["by-cli"] });
  const written = "echo written >> ~/task.log";
  const plain = await cli.run("ssh", ["-F", join(home, ".ssh/config"), "-o", "BatchMode=yes", "by-cli", written]);
  expect(plain).toMatchObject({ code: 0 });

  const following = cli.start(["logs", "-f", "by-cli"]);
  await until("the line to be followed", () => /^written$/m.test(following.out()));
  const load = (await cli.json(["top"])) as unknown[];
  expect(load).toEqual([expect.objectContaining({ task_name: "by-cli" })]);

  expect(await cli.millrace(["kill", "by-cli"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  const killed = await cli.millrace(["kill", "by-cli", "--yes", "--wait"]);
  expect(killed).toMatchObject({ code: 0, out: expect.stringContaining("Task by-cli is being killed.") });
  expect(await following.code).toBe(0);
  expect(await cli.json(["ls"])).toEqual([]);
  expect(await cli.millrace(["ssh", "by-cli"])).toMatchObject({ code: 4 });
  expect(readFileSync(join(home, ".config/millrace/ssh/default.conf"), "utf8")).not.toContain("by-cli");
  expect(await cli.millrace(["config", "ssh", "--remove"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, ".ssh/config"), "utf8")).toBe("Host mine\n  User me\n");
});

test("asks in a terminal for missing choices, and shows the price before it starts", async () => {
  const typed = "stty cols 100 rows 40; millrace rent --name asked-for";
  const terminal = cli.start(["-qec", typed, "/dev/null"], { env: { TERM: "xterm" } }, "script");
  const shown = () => stripVTControlCharacters(terminal.out());
  for (const question of [
    "Which GPUs?",
    "How many?",
    "Image",
    "Name of the task",
    "End it after",
    "$0.95 per hour, until",
  ]) {
    await until(`the question ${question}`, () => shown().includes(question));
    terminal.child.stdin.write("\r");
  }
  expect(await terminal.code).toBe(0);
  expect(shown()).toContain("Task asked-for is starting.");
  expect(await cli.millrace(["kill", "asked-for", "--yes", "--wait"])).toMatchObject({ code: 0 });
});

test("a newcomer whose order has no SSH key learns the command that stores one", async () => {
  const page = await visitor();
  await becomeCustomer(page, "newcomer-cli@example.com");
  await page.goto("/user/api-keys");
  await page.getByLabel("Name").fill("laptop");
  await page.locator("[name=scope_tasks]").check();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = /mr_[\w-]{20,}/.exec(await page.getByRole("status").filter({ hasText: "Your new key" }).innerText())?.[0];
  const env = { MILLRACE_API_KEY: key ?? "", MILLRACE_URL: inject("origin") };
  expect(await cli.millrace(["rent", "a5000"], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining("To store one: millrace ssh-key add ~/.ssh/id_ed25519.pub"),
  });
});

test("Tab works in a real bash, another profile reads a key from stdin, and logging out revokes the browser's key", async () => {
  const typed = `source <(millrace completion bash)
    COMP_LINE="millrace rent a50" COMP_POINT=17 COMP_WORDS=(millrace rent a50) COMP_CWORD=2; _millrace; echo "\${COMPREPLY[@]}"`;
  expect(await cli.run("bash", ["-c", typed])).toMatchObject({ code: 0, out: "a5000\n" });

  const key = storedKey();
  const work = ["login", inject("origin"), "--profile", "work", "--key", "-"];
  expect(await cli.millrace(work, { input: `${key}\n` })).toMatchObject({ code: 0 });
  expect(await cli.json(["logout"])).toMatchObject({ profile: "default", key_ended: true });
  expect(await cli.millrace(["ls"])).toMatchObject({ code: 3 });
  const ended = await cli.millrace(["ls", "--profile", "work"]);
  expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("This API key was revoked") });
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import type { Api } from "../../../../worker/cli/api/client";
import { rent } from "../../../../worker/cli/commands/rent";
import { orderOf, readKeyFile, type RentOptions } from "../../../../worker/cli/rent/order";

const noApi = {} as Api;

test("every option of `millrace rent` about the task fills a field of POST /v1/reserve", async () => {
  const program = new Command();
  rent(program, (run) => run as never);
  const names = program.commands.flatMap(({ options }) => options.map((option) => option.attributeName()));
  expect(names).toContain("idleMinutes");
  const options = Object.fromEntries(names.map((name) => [name, "1"])) as unknown as RentOptions;
  const order = await orderOf(noApi, "a5000", options, "generated");
  expect(Object.keys(order).filter((field) => !(field in ReserveFields.shape))).toEqual([]);
  expect(order).toMatchObject({ gpu_min: "1", tenant_image: "1", idle_minutes: "1", max_dollars: "1", enqueue: 1 });
});

test("an option that is not given leaves its field out", async () => {
  const order = await orderOf(noApi, "a5000", { gpus: 2, maxTime: 3600 }, "generated");
  expect(order).toEqual({
    task_name: "generated",
    gpu_type: "a5000",
    gpu_min: 2,
    max_seconds: 3600,
    ssh_key_id: undefined,
  });
});

test.each([
  "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n",
  "PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\nAAAA\n",
])("a private key is never sent: %j", (text) => {
  const file = join(mkdtempSync(join(tmpdir(), "key-")), "key");
  writeFileSync(file, text);
  expect(() => readKeyFile(file)).toThrow("is a private key");
});

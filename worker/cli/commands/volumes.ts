import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { confirm } from "@clack/prompts";
import { done } from "../api/answer";
import { findVolume, listVolumes, type Volume } from "../api/volumes";
import type { Act, Add, Context } from "../context";
import { Failure } from "../failure";
import { answered } from "../terminal/ask";
import { stateColour } from "../terminal/colours";
import { shown } from "../terminal/text";
import { dollars } from "../terminal/words";
import { wholeNumber } from "./option-values";

/** What the server takes at the most; a smaller limit of its own it says itself. */
const GB_MAX = 1_000_000;

export const volumes: Add = (program, act) => {
  const command = program.command("volumes").description("Storage that outlives tasks");
  addLs(command, act);
  addCreate(command, act);
  addGrow(command, act);
  addSnapshot(command, act);
  addRm(command, act);
};

function addLs(command: Command, act: Act): void {
  command
    .command("ls")
    .description("Your volumes")
    .action(
      act(async ({ api, out }) => {
        const all = await listVolumes(api());
        out.result(all, () => {
          if (all.length === 0) out.note("You have no volumes. `millrace volumes create NAME` makes one.");
          else out.table(all, COLUMNS);
        });
      }),
    );
}

function addCreate(command: Command, act: Act): void {
  command
    .command("create")
    .description("Makes a volume, charged by the second")
    .argument("<name>", "1 to 32 of a–z, 0–9 and hyphens")
    .requiredOption("--gb <number>", "its size", wholeNumber(1, GB_MAX))
    .requiredOption("--cluster <name>", "where; tasks of that cluster can have it")
    .action(
      act(async ({ api, out }, name: string, { gb, cluster }: { gb: number; cluster: string }) => {
        const body = { name, gb, cluster_name: cluster };
        const { volume } = await done(api().POST("/v1/volumes", { body, params: once() }));
        out.result(volume, () => out.line(`Volume ${volume.name} is there: ${priceOf(volume)}.`));
      }),
    );
}

function addGrow(command: Command, act: Act): void {
  command
    .command("grow")
    .description("Makes a volume larger; it never shrinks")
    .argument("<volume>", "a volume")
    .requiredOption("--gb <number>", "its new size", wholeNumber(1, GB_MAX))
    .action(
      act(async ({ api: connect, out }, name: string, { gb }: { gb: number }) => {
        const api = connect();
        const { volume_id } = await findVolume(api, name);
        const asked = api.POST("/v1/volumes/{volume_id}/grow", { body: { gb }, params: { path: { volume_id } } });
        const { volume } = await done(asked);
        out.result(volume, () => out.line(`Volume ${volume.name} has ${priceOf(volume)}.`));
      }),
    );
}

function addSnapshot(command: Command, act: Act): void {
  command
    .command("snapshot")
    .description("Makes a new volume with what another holds now")
    .argument("<volume>", "a volume that no task can write to at the moment")
    .argument("<new-name>", "name of the new one")
    .action(
      act(async ({ api: connect, out }, name: string, newName: string) => {
        const api = connect();
        const { volume_id } = await findVolume(api, name);
        const params = { ...once(), path: { volume_id } };
        const { volume } = await done(
          api.POST("/v1/volumes/{volume_id}/snapshot", { body: { name: newName }, params }),
        );
        out.result(volume, () =>
          out.line(`Volume ${volume.name} is being copied; nothing is charged until it is whole.`),
        );
      }),
    );
}

function addRm(command: Command, act: Act): void {
  command
    .command("rm")
    .description("Deletes a volume with all its data")
    .argument("<volume>", "a volume")
    .option("-y, --yes", "do not ask")
    .action(
      act(async (context: Context, name: string, { yes = false }: { yes?: boolean }) => {
        const api = context.api();
        const volume = await findVolume(api, name);
        if (!yes) await ask(context, volume);
        const params = { path: { volume_id: volume.volume_id } };
        const answer = await done(api.POST("/v1/volumes/{volume_id}/delete", { params }));
        context.out.result(answer, () => context.out.line(answer.human_readable_message));
      }),
    );
}

async function ask({ out }: Context, { name }: Volume): Promise<void> {
  if (!out.mayAsk) throw Failure.usage("Nobody is there to be asked.", "Say --yes to delete it without a question.");
  const message = `Delete ${shown(name)} with all its data? Nobody can bring it back.`;
  if (!(await answered(confirm({ message, initialValue: false, output: process.stderr })))) throw Failure.interrupted();
}

/** One command makes one volume, however often it is sent. */
const once = () => ({ header: { "Idempotency-Key": randomUUID() } });

const priceOf = ({ gb, month_cents }: Volume) => `${gb} GB for ${dollars(month_cents / 100)} a month`;

const COLUMNS = [
  { head: "NAME", cell: (volume: Volume) => volume.name },
  { head: "STATE", cell: (volume: Volume) => volume.state, colour: (volume: Volume) => stateColour(volume.state) },
  { head: "GB", cell: (volume: Volume) => String(volume.gb), right: true },
  { head: "$/MONTH", cell: (volume: Volume) => dollars(volume.month_cents / 100), right: true },
  { head: "CLUSTER", cell: (volume: Volume) => volume.cluster_name, spare: 2 },
  { head: "USED BY", cell: ({ used_by }: Volume) => used_by.map((use) => use.task_name).join(", "), spare: 3 },
];

import { randomUUID } from "node:crypto";
import { done } from "../api/answer";
import { findVolume, listVolumes, type Volume } from "../api/volumes";
import type { Add, Context } from "../context";
import { requireConfirmation } from "../terminal/ask";
import { stateColour } from "../terminal/colours";
import { dollars } from "../terminal/words";
import { wholeNumber } from "./option-values";

/** The largest size that the server ever accepts; it may set a lower limit. */
const GB_MAX = 1_000_000;

export const volumes: Add = (program, act) => {
  const command = program.command("volumes").description("Manage volumes: storage that outlives tasks");
  command
    .command("ls")
    .description("List your volumes")
    .action(
      act(async ({ api, out }) => {
        const all = await listVolumes(api());
        out.result(all, () => {
          if (all.length === 0) out.note("You have no volumes. To create one: millrace volumes create NAME");
          else out.table(all, COLUMNS);
        });
      }),
    );
  command
    .command("create")
    .description("Create a volume, charged by the second")
    .argument("<name>", "1 to 32 characters: a–z, 0–9 and hyphens")
    .requiredOption("--gb <number>", "size", wholeNumber(1, GB_MAX))
    .requiredOption("--cluster <name>", "cluster whose tasks can attach it")
    .action(
      act(async ({ api, out }, name: string, { gb, cluster }: { gb: number; cluster: string }) => {
        const body = { name, gb, cluster_name: cluster };
        const { volume } = await done(api().POST("/v1/volumes", { body, params: once() }));
        out.result(volume, () => out.line(`Volume ${volume.name} was created: ${priceOf(volume)}.`));
      }),
    );
  command
    .command("grow")
    .description("Make a volume larger; it cannot shrink")
    .argument("<volume>", "volume name")
    .requiredOption("--gb <number>", "new size", wholeNumber(1, GB_MAX))
    .action(
      act(async ({ api: connect, out }, name: string, { gb }: { gb: number }) => {
        const api = connect();
        const { volume_id } = await findVolume(api, name);
        const asked = api.POST("/v1/volumes/{volume_id}/grow", { body: { gb }, params: { path: { volume_id } } });
        const { volume } = await done(asked);
        out.result(volume, () => out.line(`Volume ${volume.name} now has ${priceOf(volume)}.`));
      }),
    );
  command
    .command("snapshot")
    .description("Copy a volume to a new volume")
    .argument("<volume>", "volume that no task can write to now")
    .argument("<new-name>", "name of the new volume")
    .action(
      act(async ({ api: connect, out }, name: string, newName: string) => {
        const api = connect();
        const { volume_id } = await findVolume(api, name);
        const params = { ...once(), path: { volume_id } };
        const { volume } = await done(
          api.POST("/v1/volumes/{volume_id}/snapshot", { body: { name: newName }, params }),
        );
        out.result(volume, () =>
          out.line(`Volume ${volume.name} is being copied; charges start when the copy is complete.`),
        );
      }),
    );
  command
    .command("rm")
    .description("Delete a volume with all its data")
    .argument("<volume>", "volume name")
    .option("-y, --yes", "skip the confirmation")
    .action(
      act(async (context: Context, name: string, { yes = false }: { yes?: boolean }) => {
        const api = context.api();
        const volume = await findVolume(api, name);
        if (!yes)
          await requireConfirmation(context.out, `Delete ${volume.name} with all its data? This cannot be undone.`);
        const params = { path: { volume_id: volume.volume_id } };
        const answer = await done(api.POST("/v1/volumes/{volume_id}/delete", { params }));
        context.out.result(answer, () => context.out.line(answer.human_readable_message));
      }),
    );
};

/** A request that is retried creates one volume. */
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

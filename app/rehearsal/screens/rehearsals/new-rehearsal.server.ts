import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { createRehearsal } from "~/rehearsal/inside/create-rehearsal.server";
import { listOwnRows, type OwnRow, readRehearsal, sourceRow } from "~/rehearsal/inside/read-rehearsals.server";
import { rehearsalId } from "~/rehearsal/inside/rehearsal-id";
import { fieldsOf, type VariantField, VariantOfForm } from "~/rehearsal/inside/variant-form";
import { FILE_MB_MAX, ROWS_MAX, VARIANTS_MAX } from "~/rehearsal/limits";
import { M } from "~/rehearsal/messages";
import { Name, type Source, VariantInput } from "~/rehearsal/rehearsal-input";
import { rowLabel, rowName, rowNamed } from "~/rehearsal/row-name";

const MB = 1024 * 1024;
const DAY_MS = 86_400_000;
const USUAL_DAYS = 28;
const PROPOSED_NODES = 2;

const NUMBERS = Array.from({ length: VARIANTS_MAX }, (_, index) => index + 1);

/** The form's choices and first values: those of an earlier rehearsal, or two more nodes where tasks waited longest. */
export async function readForm({ search, now }: { search: URLSearchParams; now: Date }) {
  const [rows, from] = await Promise.all([listOwnRows({ now }), readEarlier(search)]);
  const variants = from ? from.input.variants : proposed(rows);
  return {
    numbers: NUMBERS,
    rows: rows.map(sourceRow).map((row) => ({ value: rowName(row), label: rowLabel(row) })),
    gpuTypes: [...new Set(rows.map(({ gpuType }) => gpuType))].sort(),
    fileOf: from?.hasFile && from.input.source.kind === "file" ? { id: from.id, ...from.input.source } : null,
    values: {
      name: from?.name ?? variants[0]?.name ?? "",
      ...periodFields(from?.input.source, now),
      ...Object.assign({}, ...variants.map((variant, index) => prefixed(index + 1, fieldsOf(variant)))),
    } as Record<string, string>,
  };
}

/** Checks whether the form has room for all changes of these variants. */
export function fitsForm(variants: readonly VariantInput[]): boolean {
  return variants.every((variant) => isDeepStrictEqual(VariantOfForm.safeParse(fieldsOf(variant)).data, variant));
}

async function readEarlier(search: URLSearchParams) {
  const id = rehearsalId(search.get("from") ?? undefined);
  const found = id === null ? null : await readRehearsal({ id, seesMoney: false });
  return found && fitsForm(found.input.variants) ? found : null;
}

function proposed([row]: OwnRow[]): VariantInput[] {
  const [gpus] = row?.sizes ?? [];
  if (!row || gpus === undefined) return [];
  const { cluster: cluster_name, gpuType: gpu_type, infiniband } = row;
  const nodes = [{ kind: "add", cluster_name, gpu_type, count: PROPOSED_NODES, gpus, infiniband }];
  return [VariantInput.parse({ name: "Two more nodes", nodes })];
}

function prefixed(number: number, fields: Partial<Record<VariantField, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`v${number}_${name}`, value]));
}

function periodFields(source: Source | undefined, now: Date): { from: string; until: string; rows: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (source?.kind !== "period")
    return { from: day(now.getTime() - USUAL_DAYS * DAY_MS), until: day(now.getTime()), rows: "" };
  const rows = (source.rows ?? []).map(rowName);
  return { from: day(source.from_ts * 1000), until: day(source.until_ts * 1000 - 1), rows: rows.join(", ") };
}

const day = z
  .string()
  .optional()
  .default("")
  .transform((typed) => Date.parse(`${typed}T00:00:00Z`));

/** The whole form; its variants have their own fields. */
const NewFields = z
  .looseObject({
    name: Name,
    from: day,
    until: day,
    rows: z
      .string()
      .optional()
      .default("")
      .transform((typed) => typed.split(/[\s,]+/).filter((row) => row !== ""))
      .refine((rows) => rows.length <= ROWS_MAX, M.rehearsalRows({ most: ROWS_MAX })),
    row: z.string().optional().default(""),
    file_of: z.string().optional(),
  })
  .transform((typed, context) => {
    const variants = NUMBERS.flatMap((number) => {
      const mine = Object.entries(typed).filter(([name]) => name.startsWith(`v${number}_`));
      const read = VariantOfForm.safeParse(Object.fromEntries(mine.map(([name, value]) => [name.slice(3), value])));
      for (const { path, message } of read.error?.issues ?? [])
        context.addIssue({ code: "custom", path: [`v${number}_${String(path[0] ?? "name")}`], message });
      return read.data ? [{ ...read.data, name: read.data.name || `Variant ${number}` }] : [];
    });
    return { ...typed, variants };
  });

/** The form's action. The caller has checked that the viewer may run the fleet. */
export async function newRehearsalAction(args: RouteArgs, viewer: Viewer) {
  const tooLarge = M.rehearsalFileTooLarge({ mb: FILE_MB_MAX });
  const make = onForm(NewFields, async ({ name, variants, ...typed }, { now, file }) => {
    const fileOf = file ? null : rehearsalId(typed.file_of);
    const earlier = fileOf === null ? null : await readRehearsal({ id: fileOf, seesMoney: false });
    const source = file || earlier ? fileSource(typed.row, file?.name ?? sourceName(earlier)) : periodOf(typed, now);
    const { id, message } = await createRehearsal({
      name,
      input: { source, variants, seed: 1 },
      file: file ? await file.text() : (earlier?.id ?? null),
      userId: viewer.userId,
      requestId: requestIdOf(args),
      now,
    });
    return { notice: message, to: `/dashboard/rehearsal/${id}` };
  });
  return await formAction(args, { new: make }, { fileField: { name: "file", limitBytes: FILE_MB_MAX * MB, tooLarge } });
}

function sourceName(earlier: Awaited<ReturnType<typeof readRehearsal>>): string {
  return earlier?.input.source.kind === "file" ? earlier.input.source.name : "";
}

function fileSource(row: string, name: string): Source {
  return { kind: "file", name: name.slice(-80) || "file.csv", ...rowNamed(row) };
}

/** Whole days in UTC; today's ends now. */
function periodOf({ from, until, rows }: { from: number; until: number; rows: string[] }, now: Date): Source {
  const seconds = (ms: number) => (Number.isNaN(ms) ? 0 : Math.floor(ms / 1000));
  return {
    ...{ kind: "period", from_ts: seconds(from), until_ts: seconds(Math.min(until + DAY_MS, now.getTime())) },
    ...(rows.length > 0 && { rows: rows.map(rowNamed) }),
  };
}

import { z } from "zod";
import type { CsvValue } from "~/platform/csv-cell";
import type { Viewer } from "~/platform/http/access.server";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight } from "~/platform/staff-rights";
import { cancelRehearsal, deleteRehearsal } from "~/rehearsal/inside/end-rehearsal.server";
import { readRehearsal, seesMoneyOf } from "~/rehearsal/inside/read-rehearsals.server";
import { rehearsalId } from "~/rehearsal/inside/rehearsal-id";
import type { MeasuredJson, ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";
import { errorShare } from "~/rehearsal/error-share";
import { M } from "~/rehearsal/messages";
import { fitsForm } from "../rehearsals/new-rehearsal.server";
import { errorText, figuresOf, sizeText, type VariantFigure } from "./figures";

type RehearsalArgs = RouteArgs & { params: Record<string, string | undefined> };

function idOf({ params }: RehearsalArgs): number {
  const id = rehearsalId(params["rehearsalId"]);
  if (id === null) throw refusalPage(404, M.notFound);
  return id;
}

/** Reads one rehearsal. Throws the 404 page. */
export async function readRehearsalScreen(args: RehearsalArgs, viewer: Viewer) {
  const seesMoney = seesMoneyOf(viewer);
  const found = await readRehearsal({ id: idOf(args), seesMoney });
  if (!found) throw refusalPage(404, M.notFound);
  const { input, ...rehearsal } = found;
  return {
    rehearsal,
    source: input.source,
    seesMoney,
    seesCustomers: hasRight(viewer, "customers.see"),
    mayRun: hasRight(viewer, "fleet.act"),
    fitsForm: fitsForm(input.variants),
  };
}

/** Cancels and deletes. The caller has checked that the viewer may run the fleet. */
export async function rehearsalAction(args: RehearsalArgs, viewer: Viewer) {
  const by = { id: idOf(args), userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    cancel: onForm(z.object({}), async (_none, { now }) => ({
      notice: (await cancelRehearsal({ ...by, now })).message,
    })),
    delete: onForm(z.object({}), async (_none, { now }) => ({
      notice: (await deleteRehearsal({ ...by, now })).message,
      to: "/dashboard/rehearsal",
    })),
  });
}

const HAPPENED = "What happened";
const ERROR = "Error of the baseline, share of what happened";
const SHARE_DIGITS = 6;

/** The tables of a result as files. For a period, what happened and the error of the baseline follow the variants. */
export function rehearsalCsv(result: ResultJson | null, seesMoney: boolean): Record<string, () => CsvTable> {
  const { variants = [] } = result ?? {};
  const [baseline] = variants;
  const real = result?.truth?.real;
  const truths = <Row>(made: (real: MeasuredJson, baseline: VariantJson) => Row[]) =>
    real && baseline ? made(real, baseline) : [];
  const figures = [
    ...variants.map((variant) => ({
      name: variant.name,
      cell: ({ raw }: VariantFigure): CsvValue => raw(variant) ?? null,
    })),
    ...truths((truth, replayed) => [
      { name: HAPPENED, cell: ({ raw }: VariantFigure): CsvValue => raw(truth) ?? null },
      { name: ERROR, cell: ({ raw }: VariantFigure): CsvValue => errorCell(raw(truth), raw(replayed)) },
    ]),
  ];
  const sizes = [
    ...ofEach(variants, ({ by_size }) => by_size),
    ...truths((truth, replayed) => [
      ...ofEach([{ ...truth, name: HAPPENED }], ({ by_size }) => by_size),
      ...replayed.by_size.map((size, index) => ({
        variant: ERROR,
        row: { ...size, ...errorCells(truth.by_size[index], size, WAITS) },
      })),
    ]),
  ];
  const tenants = [
    ...ofEach(variants, ({ by_tenant }) => by_tenant.map(inDollars)),
    ...truths((truth, replayed) => [
      ...ofEach([{ ...truth, name: HAPPENED }], ({ by_tenant }) => by_tenant.map(inDollars)),
      ...replayed.by_tenant.map((tenant) => {
        const was = truth.by_tenant.find(({ tenant_id }) => tenant_id === tenant.tenant_id);
        const errors = errorCells(was && inDollars(was), inDollars(tenant), [...WAITS, "gpu_hours", "dollars"]);
        return { variant: ERROR, row: { ...tenant, ...errors } };
      }),
    ]),
  ];
  return {
    figures: () =>
      csvTable(() => Promise.resolve(figures), {
        Variant: ({ name }) => name,
        ...Object.fromEntries(
          figuresOf(seesMoney).map((figure) => [figure.inFile, ({ cell }: (typeof figures)[number]) => cell(figure)]),
        ),
      }),
    sizes: () =>
      csvTable(() => Promise.resolve(sizes), {
        Variant: ({ variant }) => variant,
        GPUs: ({ row }) => sizeText(row),
        ...waitColumns<(typeof sizes)[number]>(),
      }),
    tenants: () =>
      csvTable(() => Promise.resolve(tenants), {
        Variant: ({ variant }) => variant,
        Tenant: ({ row }) => row.tenant_name ?? "",
        ...waitColumns<(typeof tenants)[number]>(),
        "GPU-hours": ({ row }) => row.gpu_hours,
        ...(seesMoney && { "Revenue, $": ({ row }: (typeof tenants)[number]) => row.dollars }),
      }),
    timeline: () =>
      csvTable(() => Promise.resolve(ofEach(variants, ({ timeline }) => timeline)), {
        Variant: ({ variant }) => variant,
        Time: ({ row }) => new Date(row.ts * 1000),
        "GPUs in service": ({ row }) => row.gpus_in_service,
        "GPUs busy": ({ row }) => row.gpus_busy,
        "GPUs in fragments": ({ row }) => row.gpus_in_fragments,
        "GPUs waiting": ({ row }) => row.gpus_waiting,
      }),
  };
}

function ofEach<Of extends { name: string }, Row>(all: readonly Of[], rowsOf: (one: Of) => readonly Row[]) {
  return all.flatMap((one) => rowsOf(one).map((row) => ({ variant: one.name, row })));
}

function inDollars<Row extends { cents: number | null }>(row: Row) {
  return { ...row, dollars: row.cents === null ? null : row.cents / 100 };
}

const WAITS = ["tasks", "started", "mean_s", "p50_s", "p95_s", "p99_s"] as const;

function errorCells<Name extends string>(
  real: Record<Name, number | null> | undefined,
  replayed: Record<Name, number | null>,
  names: readonly Name[],
): Record<Name, CsvValue> {
  const cells = names.map((name) => [name, errorCell(real?.[name] ?? null, replayed[name])]);
  return Object.fromEntries(cells) as Record<Name, CsvValue>;
}

/** The error as a share of the truth, so that a spreadsheet can compute with it; a word where there is none. */
function errorCell(real: number | null | undefined, replayed: number | null | undefined): CsvValue {
  const share = errorShare(real ?? null, replayed ?? null);
  return share === null ? errorText(real, replayed) : Number(share.toFixed(SHARE_DIGITS));
}

function waitColumns<Row extends { row: Record<(typeof WAITS)[number], CsvValue> }>() {
  return {
    Tasks: ({ row }: Row) => row.tasks,
    Started: ({ row }: Row) => row.started,
    "Mean wait, s": ({ row }: Row) => row.mean_s,
    "Half waited at most, s": ({ row }: Row) => row.p50_s,
    "95% waited at most, s": ({ row }: Row) => row.p95_s,
    "99% waited at most, s": ({ row }: Row) => row.p99_s,
  };
}

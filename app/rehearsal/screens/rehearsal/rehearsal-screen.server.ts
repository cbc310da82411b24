import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight } from "~/platform/staff-rights";
import { cancelRehearsal, deleteRehearsal } from "~/rehearsal/inside/end-rehearsal.server";
import { readRehearsal, seesMoneyOf } from "~/rehearsal/inside/read-rehearsals.server";
import { rehearsalId } from "~/rehearsal/inside/rehearsal-id";
import type { ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";
import { M } from "~/rehearsal/messages";
import { fitsForm } from "../rehearsals/new-rehearsal.server";
import { figuresOf, sizeText } from "./figures";

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

/** The tables of a result as files. */
export function rehearsalCsv(result: ResultJson | null, seesMoney: boolean): Record<string, () => CsvTable> {
  const { variants = [] } = result ?? {};
  const ofAll = <Row>(rowsOf: (variant: VariantJson) => Row[]) =>
    Promise.resolve(variants.flatMap((variant) => rowsOf(variant).map((row) => ({ variant: variant.name, row }))));
  type Of<Row> = { variant: string; row: Row };
  return {
    figures: () =>
      csvTable(() => Promise.resolve(variants), {
        Variant: ({ name }) => name,
        ...Object.fromEntries(
          figuresOf(seesMoney).map(({ inFile, raw }) => [inFile, (variant: VariantJson) => raw(variant)]),
        ),
      }),
    sizes: () =>
      csvTable(() => ofAll(({ by_size }) => by_size), {
        Variant: ({ variant }) => variant,
        GPUs: ({ row }) => sizeText(row),
        ...waitColumns<Of<VariantJson["by_size"][number]>>(),
      }),
    tenants: () =>
      csvTable(() => ofAll(({ by_tenant }) => by_tenant), {
        Variant: ({ variant }) => variant,
        Tenant: ({ row }) => row.tenant_name ?? "",
        ...waitColumns<Of<VariantJson["by_tenant"][number]>>(),
        "GPU-hours": ({ row }) => row.gpu_hours,
        ...(seesMoney && {
          "Revenue, $": ({ row }: Of<VariantJson["by_tenant"][number]>) => (row.cents === null ? "" : row.cents / 100),
        }),
      }),
    timeline: () =>
      csvTable(() => ofAll(({ timeline }) => timeline), {
        Variant: ({ variant }) => variant,
        Time: ({ row }) => new Date(row.ts * 1000),
        "GPUs in service": ({ row }) => row.gpus_in_service,
        "GPUs busy": ({ row }) => row.gpus_busy,
        "GPUs in fragments": ({ row }) => row.gpus_in_fragments,
        "GPUs waiting": ({ row }) => row.gpus_waiting,
      }),
  };
}

interface Waited {
  row: Pick<VariantJson, "tasks" | "started" | "mean_s" | "p50_s" | "p95_s" | "p99_s">;
}

function waitColumns<Row extends Waited>() {
  return {
    Tasks: ({ row }: Row) => row.tasks,
    Started: ({ row }: Row) => row.started,
    "Mean wait, s": ({ row }: Row) => row.mean_s,
    "Half waited at most, s": ({ row }: Row) => row.p50_s,
    "95% waited at most, s": ({ row }: Row) => row.p95_s,
    "99% waited at most, s": ({ row }: Row) => row.p99_s,
  };
}

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { describe, expect, test } from "vitest";
import { STEP_LABELS } from "~/payments/inside/marketing/funnel-steps";
import type { GpuType } from "~/compute/gpu-type";
import type { JobRow } from "~/compute/list-jobs.server";
import type { WorkspaceRow } from "~/usage/inside/workspaces/workspace-row.server";
import { TaskTable } from "~/compute/screens/tasks/task-table";
import { ComparedTable } from "~/payments/screens/sources/compared-table";
import { MoreInfo } from "~/staff/screens/user-info/more-info";
import { WorkspaceTable } from "~/usage/screens/workspaces/workspace-table";
import { GpuCards } from "~/compute/views/gpu-cards";

/** Exact texts of the specification on a screen that no journey would miss. */

const A5000: GpuType = {
  ...{ gpuType: "a5000", pphCents: 95, name: "NVIDIA RTX A5000", memory: "24 GB", cores: "8192" },
  ...{ singlePrecision: "27.8 TFLOPS", cpu: "Xeon, 32 vCPU", ram: "16 GB per GPU", disk: "200 GB SSD per GPU" },
  network: "200 Gbit/s InfiniBand",
};

const ENDED = {
  ...{ resv_guid: "1b4e28ba-2fa1-41d2-883f-0016d3cca427", task_name: "first", display_name: "", tags: [] },
  ...{ gpus_min: 1, gpu_type: "a5000", ts_scheduled: 1_706_700_000, ts_finished: 1_706_703_600, uptime: 3600, pph: 95 },
  ...{ state: "killed", status: "killed", reason: "killed by you", position: null, ssh_addr: "", stopped_by: null },
  billed_cents: 95,
} as unknown as JobRow;

const WORKSPACE: WorkspaceRow = {
  ...{ name: "datalab", ownerId: 1, ownerEmail: "a@b.example", tenantName: "t-1", users: 1, maxUsers: 5 },
  ...{ coins: 5_230_000, keyLast4: "abcd", adminLast4: "efgh", created: 1_706_700_000, active: null },
};

describe("GPU types", () => {
  test.each([false, true])("show their cores and their TFLOPS (compact: %s)", async (compact) => {
    const html = await shown(
      <GpuCards types={[A5000]} prices={{ a5000: 95 }} free={[]} compact={compact} place={() => null} />,
    );
    for (const fact of ["24 GB", "8192", "27.8 TFLOPS", "Xeon, 32 vCPU"]) expect(html).toContain(fact);
  });
});

describe("Tasks", () => {
  const html = () =>
    shown(<TaskTable jobs={[ENDED]} load={new Map() as never} simulated={[]} waits={{}} find={false} empty="" />);

  test("has the documented header, each cell in words", async () => {
    expect(headsOf(await html())).toEqual([
      "Task Name",
      "GPUs",
      "Load",
      "Date",
      "Uptime",
      "Cost",
      "Status",
      "SSH",
      "Kill",
    ]);
  });

  test("names who killed a task, next to the documented word", async () => {
    expect(await html()).toMatch(/>killed<.*>by you</);
  });

  test("writes its dates DD.MM.YY", async () => {
    expect(await html()).toMatch(/<time [^>]*>31\.01\.24 11:20<\/time>/);
  });
});

describe("Sources", () => {
  test("names top-ups plainly, and the funnel's step differently from users who ever topped up", async () => {
    const row = { source: null, label: "Total", pro: 1, free: 2, proBefore: null, freeBefore: null };
    const heads = headsOf(await shown(<ComparedTable rows={[{ ...row, paying: 2, toppedUp: 75 }]} days={null} />));
    expect(heads).toEqual(["Category", "PRO", "Free", "Topped up", "Top-ups"]);
    expect(heads).not.toContain(STEP_LABELS.topup);
  });
});

describe("Coins in millions", () => {
  test("of a workspace", async () => {
    const html = await shown(<WorkspaceTable rows={[WORKSPACE]} host="example" mayWrite={false} empty="" />);
    expect(html).toContain(">5.23<");
    expect(html).not.toContain("5,230,000");
  });

  test("of a found user", async () => {
    const stats = [{ day: "2024-01-31", calls: 3, tokens: 1200, coins: 5_230_000 }];
    const info = { info: { codify_subscription_status: "active" }, stats_current: [], stats, stats_old: [] };
    const html = await shown(<MoreInfo info={info as never} />);
    expect(html).toContain(">5.23<");
    expect(html).not.toContain("5,230,000");
  });
});

function headsOf(html: string): (string | undefined)[] {
  return [...html.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, head]) => head);
}

async function shown(element: ReactNode): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ id: "root", path: "*", element }]);
  const context = await query(new Request("http://localhost/"));
  if (context instanceof Response) throw context;
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

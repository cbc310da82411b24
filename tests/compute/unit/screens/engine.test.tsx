import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test } from "vitest";
import { Connection } from "~/compute/screens/engine/connection";
import { NEW_FIELDS } from "~/compute/screens/engine/engine-fields.server";
import { Machines } from "~/compute/screens/engine/machines";

async function rendered(element: React.ReactElement): Promise<string> {
  const handler = createStaticHandler([{ id: "root", path: "*", element }]);
  const context = await handler.query(new Request("http://localhost/dashboard/clusters/fra1"));
  if (context instanceof Response) throw new Error("it redirects");
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
  );
}

const form = { clusterName: "fra1", version: null, answer: undefined, tested: "" };
const EXPERIMENTAL = "Experimental: written against the API, not yet run on a cluster.";

test("a Kubernetes is called experimental, before and after it is connected; a Slurm is not", async () => {
  const fresh = await rendered(<Connection {...form} known={NEW_FIELDS.kubernetes} />);
  expect(fresh).toContain(EXPERIMENTAL);
  expect(fresh).toContain("docs/engines-kubernetes.md");
  const stored = await rendered(<Connection {...form} version={1} known={NEW_FIELDS.kubernetes} />);
  expect(stored).toContain(EXPERIMENTAL);
  expect(await rendered(<Connection {...form} known={NEW_FIELDS.slurm} />)).not.toContain(EXPERIMENTAL);
});

test("only a cluster without an engine offers another kind, by links", async () => {
  const fresh = await rendered(<Connection {...form} known={NEW_FIELDS.slurm} />);
  expect(fresh).toContain('href="/dashboard/clusters/fra1?kind=kubernetes"');
  expect(await rendered(<Connection {...form} version={1} known={NEW_FIELDS.slurm} />)).not.toContain("?kind=");
});

test("machines are drained by the command of their own scheduler", async () => {
  const shown = await rendered(<Machines machines={[]} kind="kubernetes" />);
  expect(shown).toContain("kubectl cordon NAME");
  expect(shown).not.toMatch(/Slurm|scontrol|partition/);
  expect(await rendered(<Machines machines={[]} kind="slurm" />)).toContain("scontrol update nodename=NAME");
});

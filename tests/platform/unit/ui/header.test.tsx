import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test } from "vitest";
import { Header } from "~/platform/ui/header";

/** The header of an answer to a form; if the form's action throws, no loader runs. */
async function headerAfter(action: () => null): Promise<string> {
  const header = <Header />;
  const routes = [
    {
      id: "root",
      path: "/",
      element: header,
      errorElement: header,
      loader: () => ({ viewer: null, menus: { bar: [], more: [], user: [] } }),
      children: [{ id: "form", path: "login", action, element: <i /> }],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request("http://localhost/login", { method: "POST" }));
  if (context instanceof Response) throw new Error("it redirects");
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
  );
}

test("an answer that does not know who is logged in offers neither registering nor the login", async () => {
  expect(await headerAfter(() => null)).toContain("Register");
  const refused = await headerAfter(() => {
    throw new Response(null, { status: 403 });
  });
  expect(refused).toContain("<header");
  expect(refused).not.toContain("Register");
});

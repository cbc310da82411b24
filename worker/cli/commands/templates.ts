import type { Add } from "../context";
import { done } from "../api/answer";

export const templates: Add = (program, act) => {
  program
    .command("templates")
    .description("List the templates for new tasks")
    .action(
      act(async ({ api, out }) => {
        const { templates: all } = await done(api().GET("/v1/templates"));
        out.result(all, () => {
          out.table(all, [
            { head: "NAME", cell: ({ name }) => name },
            { head: "IMAGE", cell: ({ image }) => image, spare: 1 },
            { head: "PORTS", cell: ({ http_ports }) => http_ports.join(", "), spare: 2 },
          ]);
        });
      }),
    );
};

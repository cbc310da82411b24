import type { Add } from "../context";
import { done } from "../api/answer";

export const whoami: Add = (program, act) => {
  program
    .command("whoami")
    .description("Show your account, installation and profile")
    .action(
      act(async ({ api, login, out }) => {
        const { url, profile } = login();
        out.note(out.paintNote.dim(`${url}, profile ${profile}`));
        const { email, name, role, tenant_name } = await done(api().GET("/users/self"));
        out.result({ email, name, role, tenant_name, url, profile }, () => out.line(email));
      }),
    );
};

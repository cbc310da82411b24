import type { Add } from "../context";
import { done } from "../api/answer";
import { dollars, moment, perHour, span } from "../terminal/words";

export const balance: Add = (program, act) => {
  program
    .command("balance")
    .description("Show your balance, how long it lasts and your spending")
    .action(
      act(async ({ api, out, login }) => {
        const { tenant } = await done(api().GET("/billing/tenant"));
        out.result(tenant, () => {
          const low = tenant.low_balance !== "none";
          out.line(out.paint[low ? "red" : "bold"](dollars(tenant.dollars_est)));
          if (tenant.dollars_pending > 0) out.line(`${dollars(tenant.dollars_pending)} more is being processed`);
          if (tenant.ongoing_pph > 0) {
            const lasts = tenant.seconds_left === null ? "" : `, lasts ${span(tenant.seconds_left)}`;
            const until = tenant.ends_ts === null ? "" : ` (until ${moment(tenant.ends_ts)})`;
            out.line(`${perHour(tenant.ongoing_pph)} per hour now${lasts}${until}`);
          }
          if (low) out.note("To add funds: millrace top-up");
          out.note(`Each charge and how it was calculated: ${login().url}/billing/statements`);
        });
      }),
    );
};

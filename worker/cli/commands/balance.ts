import type { Add } from "../context";
import { done } from "../api/answer";
import { dollars, moment, perHour, span } from "../terminal/words";

export const balance: Add = (program, act) => {
  program
    .command("balance")
    .description("What you have, what you spend, how long it lasts")
    .action(
      act(async ({ api, out }) => {
        const { tenant } = await done(api().GET("/billing/tenant"));
        out.result(tenant, () => {
          const low = tenant.low_balance !== "none";
          out.line(out.paint[low ? "red" : "bold"](dollars(tenant.dollars_est)));
          if (tenant.dollars_pending > 0) out.line(`${dollars(tenant.dollars_pending)} more is on its way`);
          if (tenant.ongoing_pph > 0) {
            const lasts = tenant.seconds_left === null ? "" : `, lasts ${span(tenant.seconds_left)}`;
            const until = tenant.ends_ts === null ? "" : ` (until ${moment(tenant.ends_ts)})`;
            out.line(`${perHour(tenant.ongoing_pph)} per hour now${lasts}${until}`);
          }
          if (low) out.note("`millrace top-up` adds funds.");
        });
      }),
    );
};

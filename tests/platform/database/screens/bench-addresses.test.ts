import { expect, test } from "vitest";
import { plainAddresses } from "../../../load/operator/addresses";
import { pathsFor, VIEWERS } from "../../../load/web/screens";

test("the benches of screens know each segment of an address, or leave its screen out", () => {
  const demo = {
    customer: { cookie: "", resvGuid: "1" },
    admin: { cookie: "", userId: 1, tenantName: "one" },
    busyCustomer: { cookie: "" },
  };
  expect(VIEWERS.every((who) => pathsFor(who, demo).length > 0)).toBe(true);
  expect(plainAddresses({ id: 1, tenantName: "one", nodeName: "n1" })).not.toEqual([]);
});

import { beforeAll, expect, test } from "vitest";
import { setCluster } from "~/compute/inside/pricing/set-catalogue.server";
import { ENTITIES } from "../../worker/live/entities";
import { aNode, aTenant, theCatalogue } from "../support/world";

const KEY = "fra1:a5000";

beforeAll(async () => {
  await theCatalogue();
  await aNode();
});

const told = async () =>
  (await ENTITIES.capacity.read([KEY])).map(({ namespace, event }) => [namespace, event.key, event.data === null]);

test("a hidden row is gone for customers, and stays for staff (A20)", async () => {
  expect(await told()).toEqual([
    ["/public", KEY, false],
    ["/operator", KEY, false],
  ]);
  const { userId } = await aTenant({ role: "admin", dollars: 0 });
  const act = { userId, requestId: "test", now: new Date() };
  await setCluster({ name: "fra1", position: 0, networks: ["ethernet"], hidden: true, version: 1, ...act });
  expect(await told()).toEqual([
    ["/public", KEY, true],
    ["/operator", KEY, false],
  ]);
});

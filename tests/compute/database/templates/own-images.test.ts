import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { findOwnTask } from "~/compute/inside/tasks/find-own-task.server";
import { listTemplates } from "~/compute/list-templates.server";
import { readDesired } from "~/fleet/read-desired.server";
import { aNode } from "../../../support/world";
import { allowOwn, change, DIGEST, make, NOW, rent, shown, tenant, told } from "./stage";

describe("Images of a tenant's own", () => {
  const image = "registry.example.com/acme/train:2";
  const credentials = { registry_username: "robot", registry_password: "hush-hush" };

  test("wait for an admin; then the node gets the reference and credentials, and nobody else does", async () => {
    await expect(make({ image })).rejects.toThrow(M.ownImagesNotAllowed);
    await allowOwn();
    await make({ image: `${image}@${DIGEST}`, ...credentials });
    const resvGuid = await rent("mine");
    const task = await told(resvGuid);
    // Neither the machine nor its customer sees the catalogue's name of another image.
    expect(task?.image_name).toBe(image);
    expect(await findOwnTask({ ...tenant, resvGuid })).toMatchObject({ image });
    const image_auth = { username: "robot", password: "hush-hush" };
    expect(task).toMatchObject({ image_ref: image, image_digest: DIGEST, image_own: true, image_auth });
    expect(await shown()).toMatchObject({
      image: `${image}@${DIGEST}`,
      registry_username: "robot",
      has_registry_password: true,
    });
    const stored = await db.query(
      `select t::text, task::text, audit_row::text from template t, task left join audit_row on true`,
    );
    expect(JSON.stringify([stored, await listTemplates(tenant)])).not.toContain("hush-hush");
  });

  test("start no new task once that is withdrawn, by template or again; accepted tasks continue", async () => {
    await allowOwn();
    await make({ image });
    const before = await rent("mine");
    await allowOwn(null);
    expect(await shown()).toMatchObject({ hindrance: M.ownImagesNotAllowed });
    await expect(rent("mine")).rejects.toThrow(M.ownImagesNotAllowed);
    await expect(rent(`task:${before}`)).rejects.toThrow(M.ownImagesNotAllowed);
    expect(await told(before)).toMatchObject({ image_ref: image, image_own: true, run: true });
  });

  test("start on nodes that pull, and are refused where only the demo's nodes are, which stand in for listed ones", async () => {
    await allowOwn();
    await make({ image });
    const { nodeId } = await aNode({ nodeName: "fra1-a", now: NOW });
    const resvGuid = await rent("mine");
    expect(await told(resvGuid)).toMatchObject({ image_own: true });
    await db.query(`update node set retired_at = now() where id <> $1`, [nodeId]);
    await expect(rent("mine")).rejects.toThrow(M.imageNotPulled({ cluster_name: "fra1", image }));
    const listed = await rent("vllm");
    const { tasks } = await readDesired({ nodeId });
    expect(tasks).toMatchObject([{ resv_guid: listed, start_command: "vllm serve $MODEL --port 8000" }]);
  });

  test("cannot come from a registry that only the node reaches", async () => {
    await allowOwn();
    for (const host of ["10.0.0.7:5000", "localhost:5000", "registry.internal"]) {
      await expect(make({ image: `${host}/acme/train:2` })).rejects.toThrow("not a registry that images may come from");
    }
    await expect(make({ image: "acme/train" })).rejects.toThrow("is not a full image reference");
  });

  test("never get the credentials of the catalogue's image, nor do built-in templates", async () => {
    await db.query(
      `update image set registry_username = 'house', registry_password_encrypted = 'x', digest = $1 where is_default`,
      [DIGEST],
    );
    await allowOwn();
    await make({ image });
    for (const template of ["mine", "vllm"]) {
      const task = await told(await rent(template));
      expect(task).not.toHaveProperty("image_auth");
      expect(task).not.toHaveProperty("image_digest");
    }
    await db.query(
      `update image set registry_username = '', registry_password_encrypted = null, digest = '' where is_default`,
    );
  });

  test("send a stored password only to the registry that it was typed for", async () => {
    await allowOwn();
    await make({ image, ...credentials });
    await change({ image: "registry.example.com/acme/other:1" });
    expect(await shown()).toMatchObject({ has_registry_password: true });
    const elsewhere = change({ image: "evil.example.net/acme/train:2" });
    await expect(elsewhere).rejects.toMatchObject({ details: { fields: { registry_password: expect.any(String) } } });
    await change({ image: "evil.example.net/acme/train:2", registry_username: "" });
    expect(await shown()).toMatchObject({ has_registry_password: false });
  });
});

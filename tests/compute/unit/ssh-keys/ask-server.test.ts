import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedKey, Server, utils } from "ssh2";
import { afterEach, expect, test } from "vitest";
import { askServer } from "~/compute/inside/ssh-keys/check/ask-server.server";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { makeKeyPair } from "../../../../worker/agent/ssh/make-key-pair";

const own = makeKeyPair("host");
const other = makeKeyPair("other");
const logins: string[] = [];
let server: Server | undefined;

afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** An SSH server that presents the public key of one pair and signs with the other. */
async function aServer({ signer }: { signer: string }) {
  const shown = parsed(own.private);
  const hand = parsed(signer);
  shown.sign = hand.sign.bind(hand);
  // The server accepts a parsed key; its types allow only text.
  const key = shown as unknown as Buffer;
  server = new Server({ hostKeys: [{ key }] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (login) => {
      logins.push(login.method);
      login.reject();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

function parsed(text: string): ParsedKey {
  const key = utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key;
}

test("a server that signs with its shown key has proved it, without a login", async () => {
  const address = await aServer({ signer: own.private });
  expect(await askServer(address)).toEqual({ kind: "ssh", fingerprint: fingerprintOfLine(own.public) });
  expect(logins).toEqual([]);
});

test("a server that only knows the public key is not accepted", async () => {
  const address = await aServer({ signer: other.private });
  expect(await askServer(address)).toMatchObject({
    kind: "no-ssh",
    why: expect.stringMatching(/signature/i),
  });
});

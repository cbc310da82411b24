import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Client, ClientChannel } from "ssh2";
import { describe, expect, test } from "vitest";
import { OneTask } from "./one-task";

const one = OneTask.use("16250-16299");

describe("A hostile SFTP client", () => {
  const INIT = Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3]);
  const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer).reverse();
  const packet = (...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u32(body.length), body]);
  };
  const HOSTILE: [string, Buffer][] = [
    ["sends a packet of 4 GB", Buffer.from([255, 255, 255, 255, 1])],
    ["sends an empty packet", Buffer.concat([INIT, u32(0)])],
    ["does not greet", packet(Buffer.from([17]), u32(1), u32(1), Buffer.from("/"))],
    ["names a text longer than its packet", Buffer.concat([INIT, packet(Buffer.from([17]), u32(1), u32(99))])],
    ["leaves out the number of its request", Buffer.concat([INIT, packet(Buffer.from([17]))])],
    ["puts a zero into a name", Buffer.concat([INIT, packet(Buffer.from([17]), u32(1), u32(1), Buffer.from([0]))])],
    ["sends noise", Buffer.concat([INIT, randomBytes(100_000)])],
  ];

  test.each(HOSTILE)("that %s loses only its channel", async (_what, bytes) => {
    const client = await one.connect();
    const channel = await subsystem(client);
    channel.write(bytes);
    const [code] = (await once(channel, "exit")) as [number];
    expect(code).toBe(1);
    // The same connection continues to work.
    const again = await subsystem(client);
    again.end();
    expect(await once(again, "exit")).toEqual([0]);
    client.end();
  });

  test("that opens files without end is refused, and may continue after it closed some", async () => {
    const client = await one.connect();
    const channel = await subsystem(client);
    const opens = Array.from({ length: 300 }, (_, index) =>
      packet(Buffer.from([11]), u32(index), u32(1), Buffer.from("/")),
    );
    const close = packet(Buffer.from([4]), u32(1000), u32(4), u32(1));
    const open = packet(Buffer.from([11]), u32(1001), u32(1), Buffer.from("/"));
    channel.end(Buffer.concat([INIT, ...opens, close, open]));
    const answers = await readAnswers(channel);
    const types = answers.map((one) => one.readUInt8(0));
    expect(types.filter((type) => type === 102)).toHaveLength(257);
    expect(types.filter((type) => type === 101)).toHaveLength(300 - 256 + 1);
    expect(types.at(-1)).toBe(102);
    client.end();
  });

  test("that asks for an unknown operation or handle gets an error answer", async () => {
    const client = await one.connect();
    const channel = await subsystem(client);
    const asked = [
      packet(Buffer.from([99]), u32(7)),
      packet(Buffer.from([200]), u32(8), u32(3), Buffer.from("x@y")),
      packet(Buffer.from([5]), u32(9), u32(4), u32(77), u32(0), u32(0), u32(10)),
    ];
    channel.end(Buffer.concat([INIT, ...asked]));
    const codes = (await readAnswers(channel)).slice(1).map((one) => [one.readUInt32BE(1), one.readUInt32BE(5)]);
    expect(codes).toEqual([
      [7, 8],
      [8, 8],
      [9, 4],
    ]);
    client.end();
  });

  async function subsystem(client: Client): Promise<ClientChannel> {
    return await new Promise((resolve, reject) =>
      client.subsys("sftp", (error, channel) => (error ? reject(error) : resolve(channel))),
    );
  }

  async function readAnswers(channel: ClientChannel): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of channel) chunks.push(chunk as Buffer);
    const answers: Buffer[] = [];
    for (let rest = Buffer.concat(chunks); rest.length >= 4;) {
      const end = 4 + rest.readUInt32BE(0);
      answers.push(rest.subarray(4, end));
      rest = rest.subarray(end);
    }
    return answers;
  }
});

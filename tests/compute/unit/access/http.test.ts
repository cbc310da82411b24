import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerBody } from "../../../../worker/access/answer-body";
import { readHead } from "../../../../worker/access/read-head";
import { requestHead } from "../../../../worker/access/request-head";
import { readAnswerHead } from "../../../../worker/access/response-head";

const client = { address: "198.51.100.7", scheme: "https" } as const;
const ask = (rawHeaders: string[], more: { method?: string; path?: string; upgrade?: boolean } = {}) =>
  requestHead({ method: "GET", path: "/", rawHeaders, client, upgrade: false, ...more });

/** Bytes split at any position, as on a network. */
function pieces(bytes: Buffer, cuts: number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test("a client's request is one head for the task, whatever it contains", () => {
  const header = fc.tuple(fc.string(), fc.string()).map(([name, value]) => [name, value]);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(header, { maxLength: 8 }), (method, path, headers) => {
      const asked = ask(["Host", "a", ...headers.flat()], { method, path: `/${path}` });
      if (!asked) return;
      expect(asked.head.indexOf("\r\n\r\n")).toBe(asked.head.length - 4);
      expect(asked.head.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
      expect(asked.head.match(/^host: /gim)).toHaveLength(1);
    }),
  );
});

test.each([
  [["Host", "a", "Host", "b"]],
  [[]],
  [["Host", "a", "Content-Length", "1", "Content-Length", "1"]],
  [["Host", "a", "Content-Length", "+1"]],
  [["Host", "a", "Content-Length", "1", "Transfer-Encoding", "chunked"]],
  [["Host", "a", "Transfer-Encoding", "chunked", "Transfer-Encoding", "chunked"]],
  [["Host", "a", "Transfer-Encoding", "gzip, chunked"]],
  [["Host", "a", "X y", "1"]],
  [["Host", "a", "X", "1\r\nY: 2"]],
])("a request with %j is refused", (headers) => {
  expect(ask(headers)).toBeNull();
});

test("no header can make us drop the one that delimits the body", () => {
  const asked = ask(["Host", "a", "Connection", "close, content-length, host", "Content-Length", "5"], {
    method: "POST",
  });
  expect(asked?.head).toContain("Content-Length: 5\r\n");
  expect(asked?.body).toEqual({ kind: "length", bytes: 5 });
});

test.each([
  ...[
    "X_Forwarded_For",
    "x_forwarded-for",
    "X_Forwarded_Proto",
    "X_Forwarded_Host",
    "X_Real_IP",
    "X.Real.IP",
    "X_Millrace_Token",
  ],
  ...["Proxy_Authorization", "Transfer_Encoding", "Content_Length", "Keep_Alive", "X_Mine"],
])("%s is dropped: behind a gateway it is read as the name with hyphens", (name) => {
  const asked = ask(["Host", "a", "Connection", "x-mine", name, "10.0.0.1", "X_Other", "kept"]);
  expect(asked?.head).not.toContain("10.0.0.1");
  expect(asked?.head).toContain("X_Other: kept\r\n");
});

test("chunks are joined however they are cut, and a truncated answer fails", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { maxLength: 10 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.boolean(),
      async (chunks, cuts, whole) => {
        const parts = chunks.flatMap((chunk) => [`${chunk.length.toString(16)};x=1\r\n`, chunk, "\r\n"]);
        const sent = Buffer.concat([...parts, "0\r\nTrailer: 1\r\n\r\n"].map((part) => Buffer.from(part)));
        const body = answerBody({ kind: "chunked" });
        if (!body) throw new Error("there is none");
        const source = Readable.from(pieces(whole ? sent : sent.subarray(0, -1), cuts));
        source.pipe(body);
        const read = buffer(body);
        if (whole) expect((await read).equals(Buffer.concat(chunks))).toBe(true);
        else await expect(read).rejects.toThrow("cut off");
      },
    ),
    { numRuns: 200 },
  );
});

test.each(["x\r\n", "-1\r\n", "5\r\nabcdefgh\r\n", `${"1".repeat(2000)}`, "fffffffffffffffff\r\n"])(
  "chunks such as %j are refused, and nothing of them is kept",
  async (sent) => {
    const body = answerBody({ kind: "chunked" });
    if (!body) throw new Error("there is none");
    Readable.from([Buffer.from(sent)]).pipe(body);
    await expect(buffer(body)).rejects.toThrow();
  },
);

test("an answer's head is read however it is cut, and the rest stays", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 6 }), fc.uint8Array({ maxLength: 100 }), async (cuts, rest) => {
      const head = "HTTP/1.1 200 OK\r\nContent-Length: 3";
      const stream = Readable.from(pieces(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), rest]), cuts), {
        objectMode: false,
      });
      expect(await readHead(stream)).toBe(head);
      expect((await buffer(stream)).equals(Buffer.from(rest))).toBe(true);
    }),
  );
  expect(await readHead(Readable.from([Buffer.alloc(100_000, 65)], { objectMode: false }))).toBeNull();
  expect(await readHead(Readable.from([Buffer.from("HTTP/1.1 200")], { objectMode: false }))).toBeNull();
});

test.each([
  ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2", null],
  ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", null],
  ["HTTP/1.1 200 OK\r\nX\r\n y: 1", null],
  ["ICY 200 OK", null],
  ["SSH-2.0-Millrace", null],
  ["HTTP/1.1 200 OK\r\nX: a\x01b", null],
  ["HTTP/1.1 200 OK\r\nX: a\x7f", null],
  ["HTTP/1.1 304 Not\r\nContent-Length: x", null],
  ["HTTP/1.1 204 No", "none"],
  ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1", "length"],
  ["HTTP/1.0 200 OK\r\nA: b", "end"],
])("of %j the body is %s", (head, kind) => {
  expect(readAnswerHead(head, "GET")?.body.kind ?? null).toBe(kind);
});

test.each([
  ["200 OK\r\nContent-Length: 1\r\ncontent-length: 1", ["1"]],
  ["304 Not Modified\r\nContent-Length: 7", ["7"]],
  ["204 No Content\r\nContent-Length: 7", []],
  ["101 Switching Protocols\r\nContent-Length: 7", []],
])("for %j a client gets the length %j", (head, told) => {
  const headers = readAnswerHead(`HTTP/1.1 ${head}`, "GET")?.headers ?? [];
  expect(headers.filter(([name]) => name === "Content-Length").map(([, value]) => value)).toEqual(told);
});

test("a cookie without a name whose value looks like one of ours passes in neither direction", () => {
  for (const own of ["millrace_port=1", "=millrace_port=1", " = millrace_session=1", "=__Host-millrace_port=1"]) {
    const answer = readAnswerHead(`HTTP/1.1 200 OK\r\nSet-Cookie: ${own}\r\nSet-Cookie: =theirs`, "GET");
    expect(answer?.headers).toEqual([["Set-Cookie", "=theirs"]]);
    expect(ask(["Host", "a", "Cookie", `theirs=1; ${own}`])?.head).toContain("Cookie: theirs=1\r\n");
  }
});

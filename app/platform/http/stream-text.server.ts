/** Streams a body that is built piece by piece, as fast as it is read. */
export function streamText(
  pieces: Iterator<string | Uint8Array> | AsyncIterator<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}

/** Headers of a file that is to be saved. The name is ours: letters, digits, dots and hyphens. */
export function fileHeaders(type: string, name: string): HeadersInit {
  return { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
}

/** The socket that pages listen to in development (Remix's `LiveReload`), for programs of this machine only. */
export class ReloadSocket {
  readonly #server = Bun.serve<undefined, never>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) =>
      server.upgrade(request) ? undefined : new Response("for pages in development", { status: 426 }),
    websocket: {
      open: (socket) => void socket.subscribe("pages"),
      message: () => {},
    },
  });

  /** Origin under which REMIX_DEV_ORIGIN gives it to compiler, web and pages. */
  readonly origin = `http://127.0.0.1:${this.#server.port}`;

  /** Makes every open page reload. */
  reload(): void {
    this.#server.publish("pages", JSON.stringify({ type: "RELOAD" }));
  }

  close(): void {
    void this.#server.stop(true);
  }
}

/** What an admin types on the page of the lab's cluster. */
export function connectionOf(lab) {
  return {
    ...{ intent: "set-slurm", url: lab.url, user: "games", engine_password: lab.token(), partition: "gpu" },
    ...{ account: "millrace", qos: "", gpu_map: "a5000 = a5000", runtime: "demo", ssh: "gateway", accounting: "1" },
    ...{ agent: `${lab.dir}/agent`, longest_hours: "24", window: "10", lease_minutes: "60", tested: "" },
  };
}

/** The cluster slurm1, without machines yet. */
export const CLUSTER = { intent: "set-cluster", cluster_name: "slurm1", position: "9", ethernet: "1" };

/** One of the demo's people, by their forms, as a browser without script sends them. */
export class Visitor {
  #cookies = new Map();

  constructor(origin) {
    this.origin = origin;
  }

  async logIn(who) {
    const page = await this.send("/login", { email: `${who}@millrace.example`, password: "millrace-demo" });
    if (page.includes('name="password"')) throw new Error(`${who} is not logged in`);
  }

  async read(path) {
    return await this.#follow(path, {});
  }

  /** Sends a form of a screen with its page token, and answers the page that follows. */
  async send(path, form) {
    const token = /name="_token" value="([^"]+)"/.exec(await this.read(path))?.[1] ?? "";
    return await this.#follow(path, { method: "POST", body: new URLSearchParams({ ...form, _token: token }) });
  }

  async #follow(path, init) {
    const headers = { origin: this.origin, cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") };
    const answer = await fetch(new URL(path, this.origin), { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const to = answer.headers.get("location");
    return to ? await this.#follow(to, {}) : await answer.text();
  }
}

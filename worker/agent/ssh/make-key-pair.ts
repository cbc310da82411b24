import { utils } from "ssh2";

interface KeyPair {
  private: string;
  public: string;
}

/**
 * Creates an ed25519 key in OpenSSH's format. The library's own parser refuses about one in 200 of its keys, so that no
 * server could use it: then another key is created.
 */
export function makeKeyPair(comment: string): KeyPair {
  for (;;) {
    const pair = utils.generateKeyPairSync("ed25519", { comment });
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

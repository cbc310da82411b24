import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { anEd25519Line } from "../support/ssh-key";
import { useBrowser } from "./support/browser";
import { fillLogin, logIn } from "./support/people";

const { visitor } = useBrowser();

const VALID_PART = anEd25519Line("x").split(" ")[1] ?? "";

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Customers, $how", ({ javaScript }) => {
  test("3: never reach another site by a login", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/login?redirectTo=%2F%2Fevil.example");
    await fillLogin(page);
    await page.waitForURL("**/tasks");
  });

  test("49: see the fault of a key, and nothing is stored until it is corrected, once", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "support");
    const faults = [
      ["-----BEGIN OPENSSH PRIVATE KEY-----", "This looks like a private key."],
      [anRsaLine(1024), "RSA keys need at least 2048 bits."],
      ["not a key at all", "This is not a valid SSH public key."],
      [`command="ls" ssh-ed25519 ${VALID_PART}`, "This is not a valid SSH public key."],
    ] as const;
    for (const [typed, message] of faults) {
      // Two of them get the same words, which might be those of the page before.
      await page.goto("/keys");
      await page.getByLabel("SSH Public Key").fill(typed);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(message).first().waitFor();
      expect(await page.getByLabel("SSH Public Key").inputValue()).toBe(typed);
    }
    const name = `right-${javaScript ? "script" : "plain"}`;
    const right = anEd25519Line(name);
    for (let time = 1; time <= 2; time += 1) {
      await page.goto("/keys");
      await page.getByLabel("SSH Public Key").fill(right);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Your SSH key has been saved.").waitFor();
    }
    expect(await page.getByRole("row").filter({ hasText: name }).count()).toBe(1);
  });

  test("50: see the faults in settings and passwords, and keep the rest", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "support");
    await page.goto("/settings");
    expect(await page.getByLabel("Email", { exact: true }).first().getAttribute("readonly")).not.toBeNull();
    await page.getByLabel("Name").fill("");
    await page.getByLabel("City").fill("Bonn");
    await page.getByRole("button", { name: "Update Settings" }).click();
    await page.getByText("A name of 1 to 100 characters is required.").waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Bonn");

    await page.goto("/user/password");
    const form = page.getByRole("main");
    await form.getByLabel("Password", { exact: true }).fill("short");
    await form.getByLabel("Password Confirmation").fill("short");
    await form.getByRole("button", { name: "Save Password" }).click();
    await page.getByText("The password must have 10 to 128 characters and differ from the email.").waitFor();
  });
});

/** A public RSA key of that size, as in its `.pub` file. */
function anRsaLine(bits: number): string {
  const jwk = generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ format: "jwk" });
  const number = (text = "") => {
    const bytes = Buffer.from(text, "base64url");
    return (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  };
  const parts = [Buffer.from("ssh-rsa"), number(jwk.e), number(jwk.n)].map((bytes) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  return `ssh-rsa ${Buffer.concat(parts).toString("base64")} test`;
}

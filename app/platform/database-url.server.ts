import pg from "pg";

export const NO_DATABASE_URL =
  "DATABASE_URL must be an address such as postgres://user:password@host:5432/name, where # in the password is %23 and / is %2F";

/** A password that begins with digits, up to its #, / or ?, is read as a port: user and host come after it. */
const CUT = /^postgres(ql)?:\/\/([^@/?#]*(\/[^?]*|\?[^=]*)@|.*#)/;

/** Checks that the driver can read the address of a database. Texts of another form may have a password anywhere. */
export function isDatabaseUrl(url: string): boolean {
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/.test(url) || CUT.test(url)) return false;
  try {
    return Boolean(new pg.Client({ connectionString: url }));
  } catch (error) {
    // Another fault, such as a missing certificate, has a message of its own.
    return !(error instanceof Error && "code" in error && error.code === "ERR_INVALID_URL");
  }
}

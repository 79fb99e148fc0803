import { createECDH, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ConfigInvalid } from "./invalid.ts";

const secretsShape = z.object({ authSecret: z.string().min(32), mediaSecret: z.string().min(32) });
const makeSecrets = () => ({
  authSecret: randomBytes(32).toString("base64url"),
  mediaSecret: randomBytes(32).toString("base64url"),
});
const vapidShape = z.object({ publicKey: z.string().length(87), privateKey: z.string().length(43) });
function makeVapidKeys(): z.infer<typeof vapidShape> {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // A key that begins with zeros is shorter than the protocol wants it.
  return {
    publicKey,
    privateKey: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url"),
  };
}

/** What signs tokens and addresses of media. @throws ConfigInvalid */
export const storedSecrets = (dataDir: string) =>
  kept(dataDir, "secrets.json", secretsShape, makeSecrets, "everybody has to sign in again");

/** The key by which push services know this server. @throws ConfigInvalid */
export const storedVapidKeys = (dataDir: string) =>
  kept(dataDir, "push-keys.json", vapidShape, makeVapidKeys, "everybody has to turn push on again");

/** Secrets of an installation that isn't production: made at the first start, kept beside its data. */
function kept<Shape>(
  dataDir: string,
  name: string,
  shape: z.ZodType<Shape>,
  make: () => Shape,
  loss: string,
): Shape {
  const file = join(dataDir, name);
  const read = () => shape.parse(JSON.parse(readFileSync(file, "utf8")));
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";
  try {
    return read();
  } catch (error) {
    if (["ENOTDIR", "EACCES"].includes(codeOf(error)))
      throw new ConfigInvalid([`DATA_DIR: ${dataDir} isn't a folder that this user may read and write.`]);
    if (codeOf(error) !== "ENOENT")
      throw new ConfigInvalid([`${file} can't be read: delete it, and ${loss}.`]);
  }
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify(make()), { mode: 0o600 });
    // Of servers that start at once the first one's secrets are everybody's.
    linkSync(draft, file);
  } catch (error) {
    if (["ENOTDIR", "EACCES", "EROFS"].includes(codeOf(error)))
      throw new ConfigInvalid([`DATA_DIR: ${dataDir} isn't a folder that this user may read and write.`]);
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read();
}

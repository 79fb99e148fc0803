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
  // A key with leading zeros is shorter than the protocol requires.
  return {
    publicKey,
    privateKey: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url"),
  };
}

/** Secret that signs tokens and media URLs. @throws ConfigInvalid */
export const storedSecrets = (dataDir: string) =>
  readOrCreate(dataDir, "secrets.json", secretsShape, makeSecrets, "everyone has to sign in again");

/** VAPID key pair that identifies this server to push services. @throws ConfigInvalid */
export const storedVapidKeys = (dataDir: string) =>
  readOrCreate(
    dataDir,
    "push-keys.json",
    vapidShape,
    makeVapidKeys,
    "everyone has to turn push notifications on again",
  );

/** Reads the secrets of a non-production installation. They are generated at the first start and stored in DATA_DIR. */
function readOrCreate<Shape>(
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
      throw new ConfigInvalid([
        `DATA_DIR: ${dataDir} must be a directory that this user can read and write.`,
      ]);
    if (codeOf(error) !== "ENOENT")
      throw new ConfigInvalid([`Can't read ${file}. If you delete it, ${loss}.`]);
  }
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify(make()), { mode: 0o600 });
    // If servers start at the same time, all use the secrets of the first.
    linkSync(draft, file);
  } catch (error) {
    if (["ENOTDIR", "EACCES", "EROFS"].includes(codeOf(error)))
      throw new ConfigInvalid([
        `DATA_DIR: ${dataDir} must be a directory that this user can read and write.`,
      ]);
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read();
}

import { codeAt, stepAt } from "../modules/identity/two-step/totp.ts";
import type { TestBrowser } from "./browser.ts";

/** Decodes a TOTP secret as an authenticator app does. */
export function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows at a time. */
export const totpCodeAt = (secret: Uint8Array, at: number): string => codeAt(secret, stepAt(new Date(at)));

/** Turns two-step verification on, which spends the code of this time. */
export async function turnOnTwoSteps(
  browser: TestBrowser,
  at: number,
): Promise<{ secret: Buffer; codes: string[] }> {
  const { body } = await browser.post("/api/auth/two-steps/begin");
  const secret = decodeBase32(body.secret as string);
  const on = await browser.post("/api/auth/two-steps/on", { code: totpCodeAt(secret, at) });
  if (on.status !== 200) throw new Error(`Turning two-step verification on answered ${on.status}`);
  return { secret, codes: on.body.recoveryCodes as string[] };
}

import type { Page } from "@playwright/test";

/** Gives a page a device that stores passkeys. @returns the app's origin by host name, which passkeys need */
export async function addPasskeyDevice(page: Page, baseURL: string): Promise<string> {
  const at = new URL(baseURL);
  at.hostname = "localhost";
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return at.origin;
}

import type { BrowserContext } from "@playwright/test";

/** Signs a browser in as an admin of the studio, whom the journeys' server made. */
export async function signInAsAdmin(context: BrowserContext): Promise<void> {
  const url = process.env["EIGHTCOUNT_E2E_URL"]!;
  await context.addCookies(
    process.env["EIGHTCOUNT_E2E_ADMIN"]!.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url };
    }),
  );
}

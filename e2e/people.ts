import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Signs a browser in as the seeded admin. */
export const signInAsAdmin = (context: BrowserContext): Promise<void> =>
  signInBy(context, process.env["EIGHTCOUNT_E2E_ADMIN"]!);

/** Signs a browser in as the seeded member of staff with the role of support. */
export const signInAsSupport = (context: BrowserContext): Promise<void> =>
  signInBy(context, process.env["EIGHTCOUNT_E2E_SUPPORT"]!);

/** Signs a browser in as the seeded teacher. */
export const signInAsTeacher = (context: BrowserContext): Promise<void> =>
  signInBy(context, process.env["EIGHTCOUNT_E2E_TEACHER"]!);

async function signInBy(context: BrowserContext, cookies: string): Promise<void> {
  const url = process.env["EIGHTCOUNT_E2E_URL"]!;
  await context.addCookies(
    cookies.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url };
    }),
  );
}

/** Registers a member by the form, with a public name. */
export async function register(page: Page, email = `${randomUUID()}@example.test`): Promise<string> {
  const username = `demo.${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await page.goto("/register?next=/feed");
  await page.getByLabel("Name").fill("Demo Dancer");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("counting to eight slowly");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.getByLabel("Choose a username").fill(username);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Your post")).toBeVisible();
  return username;
}

/** Registers another member in a browser context of its own. */
export async function asAnother(
  browser: Browser,
  baseURL: string,
): Promise<{ page: Page; username: string; email: string; end: () => Promise<void> }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const email = `${randomUUID()}@example.test`;
  return { page, email, username: await register(page, email), end: () => context.close() };
}

/** Pays for a plan with the page's account, by the checkout's API calls. */
export async function subscribe(
  page: Page,
  planId: string,
  withoutTrial = true,
  couponIds: readonly string[] = [],
): Promise<void> {
  await page.goto("/terms");
  await page.waitForFunction(() => localStorage.getItem("eightcount.session-known") !== null);
  const status = await page.evaluate(
    async ({ planId: plan, withoutTrial: paidNow, couponIds: coupons }) => {
      const { token: access } = (await (await fetch("/api/auth/token")).json()) as { token: string };
      const call = async (query: string, variables: object) => {
        const answer = await fetch("/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", "x-auth-token": `Bearer ${access}` },
          body: JSON.stringify({ query, variables }),
        });
        return (await answer.json()) as { data: Record<string, Record<string, string>> };
      };
      const { data } = await call("{ paymentConfig { tokenUrl } }", {});
      const card = await fetch(data["paymentConfig"]!["tokenUrl"]!, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          number: "4242424242424242",
          // Only one trial is started here: one trial per card.
          expMonth: 12,
          expYear: 2099,
          cvc: "123",
        }),
      });
      const { token } = (await card.json()) as { token: string };
      const made = await call(
        `mutation ($planInfo: PlanInfo!, $gateway: Gateway!, $key: String!, $withoutTrial: Boolean, $couponIds: [String!]) {
          subscriptionCreateV2(planInfo: $planInfo, gateway: $gateway, paymentMethodType: card, idempotencyKey: $key, withoutTrial: $withoutTrial, couponIds: $couponIds) { status } }`,
        {
          planInfo: { planId: plan },
          gateway: { provider: "eightcount", token },
          key: crypto.randomUUID(),
          withoutTrial: paidNow,
          couponIds: coupons,
        },
      );
      return made.data["subscriptionCreateV2"]!["status"];
    },
    { planId, withoutTrial, couponIds },
  );
  expect(status).toBe(withoutTrial ? "active" : "in_trial");
  await page.goto("/account/subscription");
}

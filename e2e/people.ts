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

/** A caller of the API with the session of a browser context, which becomes a guest without one. @param url of another server */
export async function callerOf(context: BrowserContext, url = process.env["EIGHTCOUNT_E2E_URL"]!) {
  const askToken = () => context.request.get(`${url}/api/auth/token`);
  let answer = await askToken();
  if (answer.status() === 401) {
    await context.request.post(`${url}/api/auth/sign-in/anonymous`, { headers: { origin: url }, data: {} });
    answer = await askToken();
  }
  const { token } = (await answer.json()) as { token: string };
  return async <Data = unknown>(query: string, variables: object = {}): Promise<Data> => {
    const response = await context.request.post(`${url}/graphql`, {
      headers: { "x-auth-token": `Bearer ${token}` },
      data: { query, variables },
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
}

/** Registers the account of a browser context by the API. The form has journeys of its own, and takes seconds of processor time. */
export async function signUp(
  context: BrowserContext,
  given: { name?: string; email?: string; url?: string } = {},
): Promise<{ id: string; email: string }> {
  const {
    name = "Demo Dancer",
    email = `${randomUUID()}@example.test`,
    url = process.env["EIGHTCOUNT_E2E_URL"]!,
  } = given;
  const answer = await context.request.post(`${url}/api/auth/sign-up/email`, {
    headers: { origin: url },
    data: { email, password: "counting to eight slowly", name },
  });
  const { user } = (await answer.json()) as { user: { id: string } };
  return { id: user.id, email };
}

const newUsername = () => `demo.${randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** Registers a member with a public name. @returns their username */
export async function register(context: BrowserContext, email?: string): Promise<string> {
  await signUp(context, email ? { email } : {});
  const username = newUsername();
  const ask = await callerOf(context);
  await ask("mutation ($username: String!) { setUsername(newUsername: $username) { id } }", { username });
  return username;
}

/** The same by the forms of a page. */
export async function registerByForm(page: Page): Promise<string> {
  const username = newUsername();
  await page.goto("/register?next=/feed");
  await page.getByLabel("Name").fill("Demo Dancer");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
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
  const email = `${randomUUID()}@example.test`;
  const username = await register(context, email);
  return { page: await context.newPage(), email, username, end: () => context.close() };
}

/** Pays for a plan with the page's account by the API, and opens the page of the subscription. */
export async function subscribe(
  page: Page,
  planId: string,
  withoutTrial = true,
  couponIds: readonly string[] = [],
): Promise<void> {
  const ask = await callerOf(page.context());
  const { paymentConfig } = await ask<{ paymentConfig: { tokenUrl: string } }>(
    "{ paymentConfig { tokenUrl } }",
  );
  const url = process.env["EIGHTCOUNT_E2E_URL"]!;
  const card = await page.context().request.post(new URL(paymentConfig.tokenUrl, url).href, {
    // Only one trial is started here: one trial per card.
    data: { number: "4242424242424242", expMonth: 12, expYear: 2099, cvc: "123" },
  });
  const { token } = (await card.json()) as { token: string };
  const { subscriptionCreateV2 } = await ask<{ subscriptionCreateV2: { status: string } }>(
    `mutation ($planInfo: PlanInfo!, $gateway: Gateway!, $key: String!, $withoutTrial: Boolean, $couponIds: [String!]) {
      subscriptionCreateV2(planInfo: $planInfo, gateway: $gateway, paymentMethodType: card, idempotencyKey: $key, withoutTrial: $withoutTrial, couponIds: $couponIds) { status } }`,
    {
      planInfo: { planId },
      gateway: { provider: "eightcount", token },
      key: randomUUID(),
      withoutTrial,
      couponIds,
    },
  );
  expect(subscriptionCreateV2.status).toBe(withoutTrial ? "active" : "in_trial");
  await page.goto("/account/subscription");
}

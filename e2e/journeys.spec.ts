import { expect, expectAccessible, starting, test } from "./test.ts";

const screens = [
  "/dashboard",
  "/library",
  "/class/drag-the-left",
  "/category/first-steps",
  "/instructor/demo-ana",
  "/saved",
  "/plan",
  "/family",
  "/challenges",
  "/challenge/one-whole-class",
  "/login",
  "/register",
  "/forgot",
  "/account/settings",
  "/account/subscription",
  "/onboarding",
  "/onboarding?step=done",
  "/checkout",
  "/hdyhau",
  "/feed",
];

for (const path of screens) {
  test(`${path} opens for a new visitor without accessibility violations`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.locator(starting)).toHaveCount(0);
    await expect(page.locator("h1").first()).toBeAttached();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await expectAccessible(page);
  });
}

test("answers 404 with an error page for an unknown URL", async ({ page }) => {
  for (const path of ["/not-found", "/no/such/page", "/class/no-such-class", "/post/1"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("link", { name: /library/i }).first()).toBeVisible();
  }
});

test("gives two tabs of a new visitor one guest account", async ({ context, page }) => {
  const second = await context.newPage();
  await Promise.all([page.goto("/dashboard"), second.goto("/dashboard")]);
  const person = async (tab: typeof page) => {
    await expect(tab.locator(starting)).toHaveCount(0);
    const sub = () =>
      tab.evaluate(async () => {
        const { token } = (await (await fetch("/api/auth/token")).json()) as { token?: string };
        if (!token) return null;
        const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
        return (JSON.parse(atob(payload)) as { sub: string }).sub;
      });
    await expect.poll(sub).not.toBeNull();
    return sub();
  };
  expect(await person(page)).toBe(await person(second));
});

test("renews an expired access token and repeats the request", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.locator(starting)).toHaveCount(0);
  let refused = 0;
  await page.route("**/graphql", async (route) => {
    if (refused++ > 0) return route.continue();
    await route.fulfill({
      json: { errors: [{ message: "ended", extensions: { code: "UNAUTHENTICATED" } }] },
    });
  });
  // A list in this order isn't part of the page's data.
  await page.goto("/saved?sort=dateLastViewed");
  await expect(page.getByText("Nothing saved yet")).toBeVisible();
  expect(refused).toBeGreaterThan(1);
});

test("keeps a search in the URL after a reload", async ({ page }) => {
  await page.goto("/library");
  await page.getByRole("searchbox").fill("drag");
  await expect(page).toHaveURL(/q=drag/);
  await expect(page.getByText("1 class", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("drag");
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
});

test("keeps the account’s id on registration, and signs in to it again", async ({ page }) => {
  const email = `demo-${Date.now()}@example.test`;
  await page.goto("/register?next=/saved");
  await page.getByLabel("Name").fill("Demo Journey");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/saved/);
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole("button", { name: "Your account" }).click();
  await expect(page.getByText("You’re browsing as a guest")).toBeVisible();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole("button", { name: /Demo Journey/ }).click();
  await expect(page.getByText("Demo Journey")).toBeVisible();
});

import { expect, starting, test } from "./test.ts";

const clientCode = /\/assets\/urql-client-[^/]*\.js$/;

test("shows a class and accepts a tap before the GraphQL client has loaded", async ({ page }) => {
  await page.goto("/dashboard"); // a guest's session, so that the next page has its data
  await expect(page.locator(starting)).toHaveCount(0);
  const released = Promise.withResolvers<void>();
  await page.route(clientCode, async (route) => {
    await released.promise;
    await route.continue();
  });
  const calls: string[] = [];
  page.on("request", (request) => {
    // The page before may still send the time zone.
    const isOfClass = request.frame().url().endsWith("/class/drag-the-left");
    if (isOfClass && new URL(request.url()).pathname === "/graphql")
      calls.push(request.postDataJSON().operationName);
  });
  await page.goto("/class/drag-the-left");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(calls).toEqual([]);
  released.resolve();
  await expect(page.getByRole("button", { name: "Saved" })).toBeVisible();
  expect(calls).toContain("SaveClass");
});

test.describe("without the code of the GraphQL client", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });

  test("offers another try when the GraphQL client can't be loaded", async ({ page }) => {
    await page.goto("/dashboard");
    await expect(page.locator(starting)).toHaveCount(0);
    // The page also reloads on its own, so the code stays blocked until the press itself, which a cookie tells.
    await page.addInitScript(() =>
      addEventListener("click", () => void (document.cookie = "pressed=1; path=/"), { capture: true }),
    );
    await page.route(clientCode, async (route) => {
      const { cookie = "" } = await route.request().allHeaders();
      return cookie.includes("pressed=1") ? route.continue() : route.abort();
    });
    // A list in this order isn't part of the page's data.
    await page.goto("/saved?sort=dateLastViewed");
    const again = page.getByRole("button", { name: "Try again" }).first();
    await expect(again).toBeVisible();
    await again.click();
    await expect(again).toHaveCount(0);
  });
});

test("offers screenshots to install the app by, each of the size that the manifest states", async ({
  page,
}) => {
  await page.goto("/dashboard");
  const shots = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!;
    const { screenshots } = await (await fetch(href)).json();
    return Promise.all(
      screenshots.map(async (shot: { src: string; sizes: string; form_factor: string }) => {
        const { width, height } = await createImageBitmap(await (await fetch(shot.src)).blob());
        return { formFactor: shot.form_factor, stated: shot.sizes, real: `${width}x${height}` };
      }),
    ) as Promise<{ formFactor: string; stated: string; real: string }[]>;
  });
  expect(new Set(shots.map(({ formFactor }) => formFactor))).toEqual(new Set(["narrow", "wide"]));
  for (const { stated, real } of shots) expect(real).toBe(stated);
});

import { accentStyles } from "../contract/accent.ts";
import { code, holdCode, openHome } from "./first-view.ts";
import { withoutSoundOutput } from "./player-page.ts";
import { expect, starting, test } from "./test.ts";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the first class before any script has run", async ({ page }) => {
    await openHome(page);
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeAttached();
    const hero = page.getByRole("article");
    await expect(hero.getByRole("heading", { name: "Drag the left" })).toBeVisible();
    await expect(hero.getByRole("link", { name: "Start class" })).toHaveAttribute(
      "href",
      "/class/drag-the-left/play?set=today",
    );
    await expect(page.getByRole("region", { name: "Today’s set" }).getByRole("listitem")).not.toHaveCount(0);
    await expect(page.locator(".loader")).toHaveCount(0);
  });

  test.describe("in German", () => {
    test.use({ locale: "de-DE" });
    test("shows it in the visitor's language", async ({ page }) => {
      await openHome(page, { language: "de" });
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page.getByRole("heading", { level: 1, name: "Heute" })).toBeAttached();
    });
  });
});

test("takes over what is on the screen without replacing it", async ({ page }) => {
  const { release } = await holdCode(page);
  await openHome(page);
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll(".stage, .stage img, .stage a, .top-bar, .setlist li a")];
    Object.assign(window, { shown });
  });
  release();
  await expect(page.locator(starting)).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Browse sections" })).toBeVisible();
  const still = await page.evaluate(() =>
    (window as unknown as { shown: Element[] }).shown.map(({ isConnected }) => isConnected),
  );
  expect(still.length).toBeGreaterThan(5);
  expect(still).not.toContain(false);
  // The visitor's own set has the same classes, with an address of its own.
  await expect(page.getByRole("article").getByRole("link", { name: "Start class" })).toHaveAttribute(
    "href",
    /play\?set=(?!today)/,
  );
});

test("starts a class that was pressed before the app had loaded", async ({ page }) => {
  const { release } = await holdCode(page);
  await openHome(page);
  await page.getByRole("link", { name: "Start class" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  release();
  await expect(page).toHaveURL(/\/class\/drag-the-left\/play\?set=/);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
});

test("loads each file once if Start was pressed before the app had loaded", async ({ page }) => {
  const { asked, release } = await holdCode(page);
  await openHome(page);
  await page.getByRole("link", { name: "Start class" }).dblclick();
  release();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  expect(asked.filter((path, index) => asked.indexOf(path) !== index)).toEqual([]);
});

test("starts one sound, within the press that came before the app", async ({ page }) => {
  await page.addInitScript(() => {
    const sounds: { context: AudioContext; isWithinPress: boolean }[] = [];
    const ListedContext = class extends AudioContext {
      constructor() {
        super();
        sounds.push({ context: this, isWithinPress: navigator.userActivation.isActive });
      }
    };
    Object.assign(globalThis, { sounds, AudioContext: ListedContext });
  });
  const sounds = () =>
    page.evaluate(() =>
      (globalThis as unknown as { sounds: { context: AudioContext; isWithinPress: boolean }[] }).sounds.map(
        ({ context, isWithinPress }) => ({ state: context.state, isWithinPress }),
      ),
    );
  const { release } = await holdCode(page);
  await openHome(page);
  expect(await sounds()).toEqual([]);
  await page.getByRole("link", { name: "Start class" }).dblclick();
  const running = [{ state: "running", isWithinPress: true }];
  await expect.poll(sounds).toEqual(running);
  release();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  expect(await sounds()).toEqual(running);
});

test("starts a class without a sound output if Start was pressed before the app had loaded", async ({
  page,
}) => {
  await withoutSoundOutput(page);
  const { release } = await holdCode(page);
  await openHome(page);
  await page.getByRole("link", { name: "Start class" }).click();
  release();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
});

test("leads back to the home page after a start that came before the app", async ({ page }) => {
  const signIns: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/sign-in/anonymous")) signIns.push(request.method());
  });
  const { release } = await holdCode(page);
  await openHome(page);
  await page.getByRole("link", { name: "Start class" }).click();
  release();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("region", { name: "Your week" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(signIns).toEqual(["POST"]);
});

test("opens what was pressed last before the app had loaded", async ({ page }) => {
  const { release } = await holdCode(page);
  await openHome(page);
  await page.getByRole("link", { name: "Start class" }).click();
  await page.getByRole("link", { name: "About this class" }).click();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Drag the left" })).toBeVisible();
  await expect(page).toHaveURL(/\/class\/drag-the-left\?set=/);
});

test.describe("without the app's code", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });

  test("opens a pressed link by the browser", async ({ page }) => {
    await page.route(code, (route) => route.abort());
    await openHome(page);
    await page.getByRole("link", { name: "About this class" }).click();
    await expect(page).toHaveURL(/\/class\/drag-the-left\?set=today$/);
  });

  test("opens a link by the browser that was pressed before the code failed", async ({ page }) => {
    const pressed = Promise.withResolvers<void>();
    await page.route(code, async (route) => {
      await pressed.promise;
      await route.abort();
    });
    await openHome(page);
    await page.getByRole("link", { name: "About this class" }).click();
    pressed.resolve();
    await expect(page).toHaveURL(/\/class\/drag-the-left\?set=today$/);
  });

  test("opens a pressed link by the browser if only the style sheet can't be loaded", async ({ page }) => {
    await page.route(/\/shell-[^/]*\.css$/, (route) => route.abort());
    await openHome(page);
    await page.getByRole("link", { name: "About this class" }).click();
    await expect(page).toHaveURL(/\/class\/drag-the-left\?set=today$/);
  });
});

test.describe("while the app's code can't be loaded", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });

  for (const { width, scheme } of [
    { width: 390, scheme: "dark" },
    { width: 1440, scheme: "light" },
  ] as const)
    test(`has all styles of its first view in its HTML: ${width} px, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.route(code, (route) => route.abort());
      const held = Promise.withResolvers<void>();
      await page.route(/\/shell-[^/]*\.css$/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await openHome(page);
      const fonts = async () =>
        page.evaluate(async () => {
          await document.fonts.ready;
        });
      /** The computed styles of all elements, and of what is drawn before and after them. */
      const looks = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("html, body, #root, #root *")].flatMap((element) =>
            [null, "::before", "::after"].map((part) => {
              const style = getComputedStyle(element, part);
              return `${element.tagName}.${element.getAttribute("class")}${part ?? ""} ${[...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(";")}`;
            }),
          ),
        );
      await fonts();
      const first = await looks();
      expect(first.length).toBeGreaterThan(300);
      const sheet = page.waitForResponse(/\/shell-[^/]*\.css$/);
      held.resolve();
      await sheet;
      await expect
        .poll(() =>
          page.evaluate(
            () => [...document.styleSheets].filter(({ href }) => href?.includes("/shell-")).length,
          ),
        )
        .toBe(1);
      await fonts();
      expect(await looks()).toEqual(first);
    });
});

test("runs the app's code once the whole style sheet is here", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/shell-[^/]*\.css$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const scripts = ["index", "shell", "libraries"].map(async (name) => {
    const response = await page.waitForResponse(new RegExp(`/${name}-[^/]*\\.js$`));
    await response.finished();
  });
  await openHome(page);
  await Promise.all(scripts);
  await expect(page.locator('head > script[type="module"]')).toHaveCount(0);
  await expect(page.locator(starting)).toHaveCount(1);
  held.resolve();
  await expect(page.locator(starting)).toHaveCount(0);
});

test("keeps a studio's accent color once the whole style sheet is here", async ({ page }) => {
  const accent = "#ff9a62";
  // The studio of the journeys has none: its link is where the server puts it.
  await page.route("**/dashboard", async (route) => {
    const response = await route.fetch();
    const link = '<link rel="stylesheet" crossorigin href="/brand/ff9a62/accent.css">';
    await route.fulfill({ response, body: (await response.text()).replace("</head>", `${link}</head>`) });
  });
  await page.route("**/accent.css", (route) =>
    route.fulfill({ contentType: "text/css", body: accentStyles(accent) }),
  );
  const { release } = await holdCode(page);
  await openHome(page);
  const shown = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--spot"));
  await expect.poll(shown).toContain(accent);
  release();
  await expect(page.locator(starting)).toHaveCount(0);
  expect(await shown()).toContain(accent);
});

test("loads each style sheet once", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".css")) loaded.push(pathname);
  });
  await openHome(page);
  await expect(page.locator(starting)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Browse by section" })).toBeAttached();
  expect(loaded.filter((path) => path.includes("/shell-"))).toHaveLength(1);
  expect(new Set(loaded).size).toBe(loaded.length);
});

test.describe("while the server is busy", () => {
  test.use({ refusals: ["503 /api/auth/sign-in/anonymous"] });

  test("signs a visitor in after the wait that the server asks for, without a press", async ({ page }) => {
    let isRefused = false;
    await page.route("**/api/auth/sign-in/anonymous", async (route) => {
      if (isRefused) return route.continue();
      isRefused = true;
      await route.fulfill({ status: 503, headers: { "retry-after": "1", "x-unprocessed": "1" }, json: {} });
    });
    await openHome(page);
    await expect(page.getByRole("region", { name: "Your week" })).toBeVisible();
    await expect(page.locator(starting)).toHaveCount(0);
    await expect(page.getByText("Something went wrong on our end. Try again.")).toHaveCount(0);
    expect(isRefused).toBe(true);
  });
});

/**
 * `npm run look`: takes a picture of every screen of a running demo (`npm start` in another terminal) at 390, 820 and 1440 px, in
 * both themes, and writes them with a contact sheet per width and theme to `look/`. Prints what the browser's console and network
 * reported. `--only=TEXT` limits the pages by name or address, `--width=390` and `--theme=dark` the sheets, `--url=URL` names
 * another server. `--screenshots` takes the installed app's screenshots instead (`screenshots.ts`).
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, errors, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { chromiumOptions } from "../chromium.ts";
import { paths } from "../../contract/urls.ts";
import { takeScreenshots } from "./screenshots.ts";
import { screens, type Screen, type Viewer } from "./screens.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    width: { type: "string" },
    theme: { type: "string" },
    url: { type: "string", default: "http://localhost:3000" },
    data: { type: "string", default: "data" },
    screenshots: { type: "boolean", default: false },
  },
});
const url = options.url.replace(/\/$/, "");
const folder = "look";
const heightOf: Readonly<Record<number, number>> = { 390: 844, 820: 1180, 1440: 900 };
const widths = [390, 820, 1440].filter((width) => !options.width || Number(options.width) === width);
const themes = (["dark", "light"] as const).filter((theme) => !options.theme || options.theme === theme);
/** Time for fonts and the video's first frame once the screen has loaded, in milliseconds. */
const settleMs = 1_500;
/** A screen that still loads after this time is pictured as it is, in milliseconds. */
const loadMs = 20_000;

const wanted = Object.entries(screens).flatMap(([name, all]) =>
  all
    .map((screen, place) => ({ name: all.length > 1 ? `${name}-${screen.viewer}-${place}` : name, screen }))
    .filter((one) => `${one.name} ${one.screen.address}`.includes(options.only)),
);

/** Signs in an account of the demo. @throws Error if the demo has none of the role */
async function signIn(context: BrowserContext, viewer: Viewer): Promise<void> {
  if (viewer === "guest") return;
  const accounts = await readFile(join(options.data, "demo-accounts.txt"), "utf8");
  const role = viewer === "child" ? "Family" : viewer;
  const [, email, password] =
    new RegExp(`^${role}[^\\n]*? {2,}(\\S+@\\S+) +(\\S+)$`, "m").exec(accounts) ?? [];
  if (!email) throw new Error(`${options.data}/demo-accounts.txt names no account for ${role}.`);
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`Signing in ${role} answered ${answer.status()}.`);
}

/** Chooses the family's first child on the page "Who's dancing?". */
async function enterChild(page: Page): Promise<void> {
  await page.goto(`${url}${paths.family()}`);
  await page.locator("main li").filter({ hasText: "Child" }).getByRole("button").first().click();
  await page.waitForURL((now) => now.pathname !== paths.family());
}

async function open(page: Page, screen: Screen): Promise<void> {
  await page.goto(`${url}${screen.address}`);
  for (const selector of screen.links) {
    const link = page.locator(`main ${selector}`).first();
    await page.goto(`${url}${await link.getAttribute("href", { timeout: 10_000 })}`);
  }
}

/** Waits until loader, skeletons and images have loaded. @returns false if they haven't within `loadMs` */
async function hasLoaded(page: Page): Promise<boolean> {
  const loaded = page.waitForFunction(
    () =>
      !document.querySelector(".loader, .skeleton") &&
      Array.from(document.images).every((image) => {
        const { top, bottom, left, right, width } = image.getBoundingClientRect();
        const isInWindow = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        return image.complete || !isInWindow;
      }),
    null,
    { timeout: loadMs },
  );
  return loaded.then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );
}

interface Picture {
  readonly name: string;
  readonly file: string;
}

async function takePictures(browser: Browser, width: number, theme: "dark" | "light"): Promise<Picture[]> {
  const taken: Picture[] = [];
  for (const [viewer, own] of Map.groupBy(wanted, ({ screen }) => screen.viewer)) {
    const context = await browser.newContext({
      viewport: { width, height: heightOf[width]! },
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-US",
    });
    await context.addCookies([{ name: "consent", value: "2.00", url }]);
    await signIn(context, viewer);
    const page = await context.newPage();
    if (viewer === "child") await enterChild(page);
    let name = "";
    const report = (text: string): boolean => process.stdout.write(`${width} ${theme} ${name}: ${text}\n`);
    page.on("console", (message) => message.type() === "error" && report(message.text()));
    page.on("pageerror", (error) => report(String(error)));
    for (const one of own) {
      name = one.name;
      try {
        await open(page, one.screen);
        if (!(await hasLoaded(page))) report(`still loads after ${loadMs / 1_000} s`);
        await page.waitForTimeout(settleMs);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) report(`is ${over} px wider than its window`);
        const file = `${width}-${theme}-${name}.png`;
        await page.screenshot({ path: join(folder, file), animations: "disabled" });
        taken.push({ name, file });
      } catch (error) {
        report(`no picture: ${String(error).split("\n")[0]}`);
      }
    }
    await context.close();
  }
  return taken;
}

/** Writes a page with all pictures of a width and a theme, and a picture of that page. */
async function writeSheet(
  browser: Browser,
  sheet: string,
  width: number,
  pictures: readonly Picture[],
): Promise<void> {
  const shown = Math.round(width / (width > 500 ? 4 : 2));
  const figures = pictures.map(
    ({ name, file }) =>
      `<figure><a href="${file}"><img src="${file}" width="${shown}" alt=""></a><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    "body{margin:16px;font:12px system-ui;background:#777}main{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}";
  const path = join(folder, `${sheet}.html`);
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${sheet}</title><style>${style}</style><main>${figures.join("")}</main></html>`,
  );
  const page = await browser.newPage({ viewport: { width: 1640, height: 900 } });
  await page.goto(`file://${join(process.cwd(), path)}`);
  await page.screenshot({ path: join(folder, `${sheet}.png`), fullPage: true });
  await page.close();
}

const isRunning = await fetch(`${url}/readyz`).then(
  (answer) => answer.ok,
  () => false,
);
if (!isRunning) {
  process.stderr.write(`No server answers at ${url}. Run "npm start" in another terminal first.\n`);
  process.exit(1);
}
const browser = await chromium.launch(chromiumOptions());
if (options.screenshots) {
  await takeScreenshots(browser, url);
  await browser.close();
  process.exit();
}
await mkdir(folder, { recursive: true });
for (const width of widths)
  for (const theme of themes) {
    const sheet = `sheet-${width}-${theme}`;
    await writeSheet(browser, sheet, width, await takePictures(browser, width, theme));
    process.stdout.write(`${folder}/${sheet}.html, ${folder}/${sheet}.png\n`);
  }
await browser.close();

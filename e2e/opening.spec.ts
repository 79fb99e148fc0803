/** From an empty production server to a paying member who dances, in a browser only. */
import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { freePort } from "../server/testing/free-port.ts";
import { createTestDatabase } from "../server/testing/harness.ts";
import { makeSample } from "../server/testing/media-samples.ts";
import { nodeEnvironment } from "../server/testing/program.ts";
import { startMailServer } from "./mail-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Starts an empty studio as operators do. @returns its address, the code that it prints, and where its backups go */
async function startStudio(smtpUrl: string) {
  const database = await createTestDatabase({ isEmpty: true });
  const { host, user, database: name, port: databasePort } = database.connection;
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-opening-"));
  const backups = join(dataDir, "backups");
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["server/main.ts"], {
    env: {
      ...nodeEnvironment(),
      NODE_ENV: "production",
      MIGRATE_AT_START: "on",
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      BACKUP_TO: backups,
      DATABASE_URL: `postgresql://${user}@localhost:${databasePort}/${name}?host=${encodeURIComponent(host!)}`,
      PORT: String(port),
      PUBLIC_URL: url,
      AUTH_SECRET: randomBytes(32).toString("hex"),
      MEDIA_SECRET: randomBytes(32).toString("hex"),
      SMTP_URL: smtpUrl,
      MAIL_FROM: "hello@localhost",
      TEST_GATEWAY: "on",
      TEST_GATEWAY_PORT: String(gatewayPort),
      TEST_GATEWAY_URL: `http://localhost:${gatewayPort}`,
      SLOW_SOUNDS: "off",
      DRAIN_SECONDS: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const code = await new Promise<string>((resolve, reject) => {
    let printed = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /enter this code: (\S+)/.exec(printed);
      if (found) resolve(found[1]!);
    });
    server.once("exit", () => reject(new Error(`The server printed no code: ${printed}`)));
  });
  return {
    url,
    code,
    backups,
    stop: async () => {
      const isRunning = server.exitCode === null && server.signalCode === null;
      const exited = isRunning ? once(server, "exit") : null;
      server.kill("SIGTERM");
      await exited;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUp(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
}

/** Opens a page by the studio's menu, which adds counts to some names. */
const studioPage = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Studio" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) })
    .click();

/** Opens a new visitor's page. */
async function visit(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US" });
  await context.addCookies([{ name: "consent", value: "2.00", url }]);
  return context.newPage();
}

test("opens an empty studio, and sells a plan to a member who dances", async ({
  page,
  browser,
  playwright,
}) => {
  // It starts a server with an empty database, and transcodes a video.
  test.setTimeout(300_000);
  const mail = await startMailServer();
  const studio = await startStudio(mail.url);
  try {
    // The first admin: an account, a confirmed email, and the code that the server printed.
    await page.context().addCookies([{ name: "consent", value: "2.00", url: studio.url }]);
    await page.goto(`${studio.url}/register`);
    await signUp(page, "demo.owner@example.test", "Demo Owner");
    await expect(page).not.toHaveURL(/register/);
    await page.goto(await mail.linkTo("demo.owner@example.test", "/verify"));
    await page.getByRole("button", { name: "Confirm email" }).click();
    await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
    await page.goto(`${studio.url}/studio/first-admin`);
    await page.getByLabel("Code").fill(studio.code);
    await page.getByRole("button", { name: "Become admin" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Opening" })).toBeVisible();
    await expect(page.getByText("1 of 9 ready")).toBeVisible();
    await expectAccessible(page);

    await studioPage(page, "Settings");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Marlow Street Dance");
    await page.getByLabel("Accent color").fill("#3355AA");
    await expect(page.getByText("Button text reaches 2.6:1", { exact: false })).toBeVisible();
    await page.getByLabel("Accent color").fill("#FF9A62");
    await page.getByLabel("Legal name").fill("Marlow Street Dance LLC");
    await page.getByLabel("Street address").fill("418 Marlow Street");
    await page.getByLabel("Country", { exact: true }).selectOption("US");
    await page.getByLabel("Country of visitors").selectOption("US");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();

    await studioPage(page, "Legal pages");
    for (const name of ["Imprint", "Privacy policy", "Terms"]) {
      await page.getByRole("button", { name: `Edit ${name}` }).click();
      const form = page.getByRole("form", { name });
      await form.getByLabel("Text").fill(`## ${name}\n\nMarlow Street Dance LLC.`);
      await form.getByRole("button", { name: "Publish version 1" }).click();
      await expect(page.getByText(`${name} published`)).toBeVisible();
    }

    const terms = page.getByRole("form", { name: "Terms" });
    await terms.getByLabel("Text").fill("## Terms\n\nMarlow Street Dance Inc.");
    await terms.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Changes from version 1" });
    await expect(review.getByRole("deletion")).toHaveText("Removed: LLC");
    await expect(review.getByRole("insertion")).toHaveText("Added: Inc");
    await expectAccessible(page);
    await review.getByRole("button", { name: "Publish version 2" }).click();
    await expect(page.getByRole("heading", { name: "Notice of version 2" })).toBeVisible();
    await page.getByRole("button", { name: "Email members…" }).click();
    await expect(page.getByText("1 person gets this email.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send emails" }).click();
    await expect(page.getByText(/^1 person emailed on /)).toBeVisible({ timeout: 60_000 });

    await studioPage(page, "Library");
    await page.getByText("Add an instructor").click();
    const instructor = page.getByRole("form", { name: "Add an instructor" });
    await instructor.getByLabel("Name", { exact: true }).fill("Demo Imani");
    await instructor.getByRole("button", { name: "Add" }).click();
    await expect(page.locator("summary").filter({ hasText: "Demo Imani" })).toBeVisible();
    const styles = page.getByRole("form", { name: "Add a style" });
    await styles.getByLabel("New style").fill("Tap");
    await styles.getByRole("button", { name: "Add the style" }).click();
    await expect(page.getByText("Tap is a style now.")).toBeVisible();

    await page.goto(`${studio.url}/studio/classes/new`);
    await page.getByRole("textbox", { name: "Title" }).fill("First shuffle");
    await page.getByLabel("Description").fill("Two eights.");
    await page.getByLabel("Instructor").selectOption("Demo Imani");
    await page.getByLabel("Style").selectOption("Tap");
    await page.getByLabel("Section").selectOption("Learn");
    await page.getByLabel("Included with").selectOption("Premium");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "First shuffle" })).toBeVisible();
    const sourceVideo = await makeSample(test.info().outputPath(), "front.mp4", { seconds: 4 });
    await page.getByLabel("Upload Front video", { exact: true }).setInputFiles(sourceVideo);
    await page.getByRole("button", { name: "Add a part" }).click();
    const part = page.getByRole("listitem", { name: "Part 1" });
    await part.getByLabel("Title").fill("Full out");
    await part.getByLabel("Ends").fill("0:04");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("All changes saved.")).toBeVisible();
    await expect(page.getByText("Video ready.")).toBeVisible({ timeout: 120_000 });
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("navigation", { name: "Pages of this class" })).toBeVisible();

    // The night's backup may begin by itself.
    const archives = async () =>
      (await readdir(studio.backups).catch(() => [])).filter((name) => name.endsWith(".json"));
    const before = await archives();
    await studioPage(page, "Export");
    await page.getByRole("button", { name: "Back up now" }).dblclick();
    await expect.poll(async () => (await archives()).length).toBeGreaterThan(before.length);
    await expect(page.getByText("Newest: now.")).toBeVisible();
    await studioPage(page, "Studio");
    await expect(page.getByRole("region", { name: "Today", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Backup/ })).toHaveCount(0);

    await studioPage(page, "Opening");
    await page.getByRole("button", { name: "Send test message" }).click();
    await expect(page.getByText("Test message sent to you")).toBeVisible();
    await page.getByRole("button", { name: "Confirm prices" }).click();
    await expect(page.getByText("Prices confirmed")).toBeVisible();
    // A visitor sees no plan yet.
    const visitor = await visit(browser, studio.url);
    await visitor.goto(studio.url);
    await expect(visitor).toHaveURL(/\/coming-soon$/);
    await page.getByRole("button", { name: "Confirm taxes" }).click();
    await expect(page.getByText("8 of 9 ready")).toBeVisible();
    await page.getByRole("button", { name: "Open studio" }).click();
    await expect(page.getByText("Your studio is open", { exact: false }).first()).toBeVisible();

    // The studio has no free class: new visitors see a locked one before any script has run.
    const stranger = await playwright.request.newContext();
    await expect
      .poll(async () => (await stranger.get(`${studio.url}/dashboard`)).text())
      .toMatch(/data-starting.*First shuffle.*app-code/s);
    await stranger.dispose();

    await visitor.goto(`${studio.url}/library`);
    await visitor.getByRole("link", { name: "First shuffle" }).first().click();
    await visitor.getByRole("link", { name: "See plans" }).click();
    await visitor.getByLabel("ZIP code").fill("97201");
    const card = visitor.frameLocator("iframe.card-frame");
    await card.getByLabel("Card number").fill("4242424242424242");
    await card.getByLabel("Expires").fill("1239");
    await card.getByLabel("Security code").fill("123");
    await visitor.getByRole("button", { name: /^Start 14 days free, then pay \$/ }).click();
    await expect(visitor.getByRole("heading", { name: "Sign up", level: 1 })).toBeVisible();
    await signUp(visitor, "demo.dancer@example.test", "Demo Dancer");
    await visitor.getByText("A friend", { exact: false }).first().click();
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor).toHaveURL(/\/class\/first-shuffle$/);
    await visitor.getByRole("link", { name: "Start class" }).click();
    await expect
      .poll(() => visitor.evaluate(() => document.querySelector("video")?.currentTime ?? 0))
      .toBeGreaterThan(1);

    // The dancer ends the trial and pays; the owner sees it.
    await visitor.goto(`${studio.url}/account/subscription`);
    await visitor.getByRole("button", { name: "Start paid plan now" }).click();
    await visitor.getByRole("button", { name: /^Pay \$.* and start$/ }).click();
    await expect(visitor.getByRole("row").filter({ hasText: "Paid" })).toBeVisible();
    await visitor.context().close();
    await page.goto(`${studio.url}/studio/people?stage=paying`);
    await expect(page.getByRole("link", { name: /Demo Dancer/ })).toBeVisible();
    // Leave the page first, so that its polling doesn't fail when the server stops.
    await page.goto("about:blank");
  } finally {
    await studio.stop();
    await mail.stop();
  }
});

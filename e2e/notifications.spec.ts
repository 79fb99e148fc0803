import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { callerOf, signUp } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test.use({ hasServiceWorker: true });

/** Registers the context's guest. @returns the account's id and a caller of the API */
async function register(context: BrowserContext) {
  const { id } = await signUp(context, { name: "Demo Dora" });
  return { id, ask: await callerOf(context) };
}
const follow = "mutation ($id: ID!, $on: Boolean!) { setFollowing(userId: $id, following: $on) }";
const bell = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });

test("shows a new notification on an open page, and keeps it read", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const me = await register(context);
  await page.goto("/challenges");
  await expect(bell(page, "Inbox")).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await register(elsewhere);
  await other.ask(follow, { id: me.id, on: true });
  await expect(bell(page, "Inbox, 1 new")).toBeVisible({ timeout: 30_000 });
  await bell(page, "Inbox, 1 new").click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  const item = page.getByRole("link", { name: /A dancer started following you/ });
  await expect(item).toContainText("New");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page, "Inbox")).toBeVisible();
  await expect(item).not.toContainText("New");
  await page.reload();
  await expect(item).toBeVisible();
  await expect(item).not.toContainText("New");
  await elsewhere.close();
});

test("describes the inbox while it is empty", async ({ page }) => {
  await page.goto("/notifications");
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await expectAccessible(page);
});

test("saves notification kinds, channels and quiet hours", async ({ page }) => {
  await page.goto("/account/notifications");
  const likes = page.getByRole("group", { name: "Likes" });
  await expect(likes.getByRole("checkbox", { name: "Push" })).not.toBeChecked();
  await likes.getByRole("checkbox", { name: "Push" }).check();
  await likes.getByRole("combobox", { name: "Email" }).selectOption("Right away");
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByRole("button", { name: "Save quiet hours" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Quiet hours saved." })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(likes.getByRole("checkbox", { name: "Push" })).toBeChecked();
  await expect(likes.getByRole("combobox", { name: "Email" })).toHaveValue("at_once");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await page.getByRole("button", { name: "Turn off quiet hours" }).click();
  await expect(page.getByRole("button", { name: "Save quiet hours" })).toBeVisible();
});

test("shows a push notification, and a duplicate once", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["notifications"]);
  await page.goto("/account/notifications");
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const data = JSON.stringify({
    title: "Demo Studio",
    tag: "item-1",
    text: "You’ve earned “First class”.",
    path: "/challenges",
    unread: 1,
  });
  const push = () =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin: baseURL!, registrationId, data });
  const one = [{ title: "Demo Studio", body: "You’ve earned “First class”.", tag: "item-1" }];
  // A service worker that is still starting misses a push from DevTools; a push service would wait for it.
  await expect(async () => {
    await push();
    expect(await shown()).toEqual(one);
  }).toPass();
  await push();
  await expect.poll(shown).toEqual(one);
});

test("asks for permission when push is turned on, and then delivers a push", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  let arrived = 0;
  const service = createServer((request, response) => {
    request.resume();
    arrived += 1;
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => {
    service.listen(0, "127.0.0.1", resolve);
  });
  await context.grantPermissions(["notifications"]);
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/browser`;
  // The test browser has no push service: this is the subscription that it would return.
  await page.addInitScript((address) => {
    let given: object | null = null;
    PushManager.prototype.getSubscription = async () => given as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
        "deriveBits",
      ]);
      const text = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", "");
      const keys = {
        p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)),
        auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer),
      };
      given = {
        endpoint: address,
        options,
        toJSON: () => ({ endpoint: address, keys }),
        unsubscribe: async () => {
          given = null;
          return true;
        },
      };
      return given as PushSubscription;
    };
  }, endpoint);
  const me = await register(context);
  await page.goto("/account/notifications");
  await page.getByRole("group", { name: "New followers" }).getByRole("checkbox", { name: "Push" }).check();
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByText("Push notifications are on in this browser.")).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await register(elsewhere);
  await other.ask(follow, { id: me.id, on: true });
  await expect.poll(() => arrived, { timeout: 60_000 }).toBe(1);
  await page.getByRole("button", { name: "Turn off on this device" }).click();
  await expect(page.getByRole("button", { name: "Turn on notifications" })).toBeVisible();
  await elsewhere.close();
  service.close();
});

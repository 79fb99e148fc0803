import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { cards, cardToken, subscribeAs } from "../server/modules/billing/testing.ts";
import { listMails } from "../server/platform/mail/outbox.ts";
import { advance as advanceClock, lesson, server, startClockServer } from "./clock-server.ts";
import { callerOf, signUp } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

startClockServer();

/** Moves the billing clock, and waits until nothing is due. */
const advance = async (days: number) => {
  await advanceClock(days);
  // Workers process what the call didn't finish.
  const due = `select count(*)::int as count from billing.subscriptions
    where due_at <= now() + (select ahead_ms from billing.test_clock) * interval '1 millisecond'`;
  await expect
    .poll(async () => (await server.pool.query<{ count: number }>(due)).rows[0]!.count, { timeout: 60_000 })
    .toBe(0);
};

/** Subscribes the page's account by the checkout's API calls. */
async function subscribe(
  page: Page,
  given: { planId?: string; card?: string; withoutTrial?: boolean } = {},
): Promise<void> {
  const ask = await callerOf(page.context(), server.url);
  const { subscriptionCreateV2 } = await ask<{ subscriptionCreateV2: { status: string } }>(
    `mutation ($planId: ID!, $token: String!, $key: String!, $withoutTrial: Boolean) {
      subscriptionCreateV2(planInfo: { planId: $planId }, gateway: { provider: eightcount, token: $token },
        paymentMethodType: card, idempotencyKey: $key, withoutTrial: $withoutTrial) { status } }`,
    {
      planId: given.planId ?? "premium-monthly",
      token: await cardToken(server, given.card ?? cards.good),
      key: randomUUID(),
      withoutTrial: given.withoutTrial ?? false,
    },
  );
  expect(subscriptionCreateV2.status).toBe(given.withoutTrial ? "active" : "in_trial");
}

/** Registers the page's guest, and opens the page of the subscription. @returns the email address */
async function register(page: Page): Promise<string> {
  const { email } = await signUp(page.context(), { url: server.url });
  await reload(page);
  return email;
}

const reload = async (page: Page) => {
  await page.goto(`${server.url}/account/subscription`);
};
const isOpen = async (page: Page, open: boolean) => {
  // A worker applies due changes asynchronously.
  await expect(async () => {
    await page.goto(`${server.url}/class/${lesson}`);
    await expect(page.getByRole("heading", { name: "A premium lesson", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "See plans" })).toHaveCount(open ? 0 : 1, {
      timeout: 5_000,
    });
  }).toPass({ timeout: 90_000 });
};

test("retries a card refused at the trial's end with an email each, then ends access without debt", async ({
  page,
}) => {
  await subscribe(page, { card: cards.failsLater });
  const address = await register(page);
  await expect(page.getByText(/^Premium, monthly: first payment \$14\.99 on /)).toBeVisible();
  await advance(15);
  await reload(page);
  await expect(page.getByText("Premium, monthly: your $14.99 payment failed")).toBeVisible();
  await expect(page.getByText(/^We’ll retry on /)).toBeVisible();
  await expect(page.getByText("Retrying")).toBeVisible();
  await expectAccessible(page);
  await isOpen(page, true);
  await advance(8);
  await reload(page);
  await expect(page.getByText(/^Premium ended on .*\. You’re on the free plan\.$/)).toBeVisible();
  await expect(page.getByText("Not paid")).toBeVisible();
  await expectAccessible(page);
  await isOpen(page, false);
  const subjects = async () =>
    (await listMails(server.dataDir)).filter(({ to }) => to === address).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 60_000 }).toContain("Your subscription has ended");
  const written = await subjects();
  expect(written.filter((subject) => subject === "Your payment didn’t go through")).toHaveLength(4);
  expect(written.filter((subject) => subject.startsWith("Your trial ends on"))).toHaveLength(2);
});

test("settles the open invoice at once with another payment method", async ({ page }) => {
  await subscribe(page, { card: cards.failsLater });
  await advance(16);
  await reload(page);
  await page.getByRole("button", { name: "Update payment method" }).click();
  await expect(page.getByText("We’ll charge the outstanding amount now")).toBeVisible();
  await page.getByLabel("ZIP code").fill("97201");
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill(cards.poor);
  await field.getByLabel("Expires").fill("0131");
  await field.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay with this card" }).click();
  await expect(page.getByText("Insufficient funds.")).toBeVisible();
  await field.getByLabel("Card number").fill(cards.good);
  await page.getByRole("button", { name: "Pay with this card" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  await reload(page);
  await expect(page.getByRole("cell", { name: "Paid", exact: true })).toBeVisible();
  await isOpen(page, true);
});

test("applies a downgrade at renewal, a cancellation at term end, and ends a pause", async ({ page }) => {
  await subscribe(page, { withoutTrial: true });
  await reload(page);
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /^Standard/ }).check();
  await page.getByRole("button", { name: /^Switch on / }).click();
  await expect(page.getByText(/^(Changes|You switch) to Standard on /).first()).toBeVisible();
  await isOpen(page, true);
  await advance(32);
  await isOpen(page, false);
  await reload(page);
  await expect(page.getByText(/^Standard, monthly: next payment \$10\.99 on /)).toBeVisible();

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: /^Pause until / }).click();
  await expect(page.getByText(/^Standard, monthly: paused until /)).toBeVisible();
  await advance(32);
  await reload(page);
  await expect(page.getByText(/^Standard, monthly: next payment \$10\.99 on /)).toBeVisible();

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText(/^Standard, monthly: ends /)).toBeVisible();
  await advance(32);
  await reload(page);
  await expect(page.getByText(/^Standard ended on .*\. You’re on the free plan\.$/)).toBeVisible();
});

test("paginates invoices, and keeps the loaded pages after going back", async ({ page }) => {
  await subscribe(page, { withoutTrial: true });
  // In steps that a slow machine finishes: what is left for later counts as an outage, which charges one term alone.
  for (let month = 0; month < 13; month += 1) await advance(31);
  await reload(page);
  const files = page.getByRole("link", { name: /^PDF of invoice / });
  await expect(files).toHaveCount(12);
  await page.getByRole("button", { name: "Show earlier" }).click();
  await expect(files).toHaveCount(14);
  await expect(page.getByRole("button", { name: "Show earlier" })).toHaveCount(0);
  await page.goto(`${server.url}/terms`);
  await page.goBack();
  await expect(files).toHaveCount(14);
  const pdf = await page.request.get((await files.first().getAttribute("href"))!);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
});

/** What the test gateway holds of each charge to an account, in cents, the oldest first. */
const takenFrom = async (accountId: string): Promise<number[]> =>
  (
    await server.pool.query<{ held: number }>(
      `select charge.amount - charge.refunded as held
       from billing.test_payments as charge
       join billing.payments as payment on payment.id::text = charge.key
       where payment.account_id = $1 and charge.status = 'succeeded' and charge.amount > 0
       order by charge.created_at`,
      [accountId],
    )
  ).rows.map(({ held }) => held);

test("starts a trial's plan now, adds a promo code, switches cards, gets a month off, ends and restarts", async ({
  page,
}) => {
  await register(page);
  const code = `HALF${randomUUID().slice(0, 8).toUpperCase()}`;
  await server.pool.query(
    "insert into billing.coupons (id, discount_type, basis_points, duration) values ($1, 'percentage', 5000, 'one_time')",
    [code],
  );
  await subscribe(page);
  const ask = await callerOf(page.context(), server.url);
  const { id } = (await ask<{ me: { id: string } }>("{ me { id } }")).me;
  await reload(page);
  await page.getByRole("button", { name: "Start paid plan now" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $14.99 and start" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  expect(await takenFrom(id)).toEqual([1499]);

  await page.getByRole("button", { name: "Add promo code" }).click();
  await page.getByRole("textbox", { name: "Promo code" }).fill("nosuchcode");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We don’t recognize that code. Check for typos.")).toBeVisible();
  await page.getByRole("textbox", { name: "Promo code" }).fill(code.toLowerCase());
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$7\.49 on /)).toBeVisible();

  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill("5555555555554444");
  await field.getByLabel("Expires").fill("1133");
  await field.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText(/^Paid with Mastercard ending in 4444/)).toBeVisible();
  await page.getByRole("button", { name: "Update payment method" }).click();
  const methods = page.getByRole("list", { name: "Stored payment methods" });
  await expect(methods.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await methods.getByRole("button", { name: /^Make default: Visa ending in 4242/ }).click();
  await expect(page.getByText(/^Paid with Visa ending in 4242/)).toBeVisible();
  await methods.getByRole("button", { name: /^Remove Mastercard/ }).click();
  await expect(methods.getByRole("listitem")).toHaveCount(1);

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("Not enough classes").click();
  await page.getByRole("button", { name: "Get a month free" }).click();
  await expect(page.getByText(/^You have \$14\.99\./)).toBeVisible();
  await page.getByRole("button", { name: "Show history" }).click();
  await expect(page.getByRole("row", { name: /A month free .*\$14\.99$/ })).toBeVisible();
  await expectAccessible(page);

  // The half price comes from the credit, and the rest of it from the next payment.
  await advance(32);
  await advance(31);
  expect(await takenFrom(id)).toEqual([1499, 749]);
  await reload(page);
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText(/^Premium, monthly: ends /)).toBeVisible();
  await advance(32);
  await reload(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $14.99 and restart" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  expect(await takenFrom(id)).toEqual([1499, 749, 1499]);
});

test("cancels by the emailed link, and withdraws by invoice number, without signing in", async ({ page }) => {
  const begin = async () => {
    const member = await server.member();
    const { errors } = await subscribeAs(server, member, {
      countryCode: "DE",
      withoutTrial: true,
      token: await cardToken(server, cards.ofGermany),
    });
    expect(errors).toEqual([]);
    const { rows } = await server.pool.query<{ id: string; email: string; invoice: string }>(
      `select payer.id, email, number as invoice from identity."user" as payer join billing.invoices on account_id = payer.id where payer.id = $1`,
      [member.id],
    );
    return rows[0]!;
  };
  const mailOf = async (to: string, subject: string): Promise<string> => {
    let text: string | undefined;
    const arrived = async () => {
      text = (await listMails(server.dataDir)).find(
        (mail) => mail.to === to && mail.subject === subject,
      )?.text;
      return text !== undefined;
    };
    await expect.poll(arrived, { timeout: 60_000 }).toBe(true);
    return text!;
  };
  const canceling = await begin();
  await page.goto(`${server.url}/terms`);
  await page.getByRole("link", { name: "Cancel contracts here" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ana Demo");
  await page.getByLabel("Email of your account").fill(canceling.email);
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByRole("heading", { name: "We received your cancellation" })).toBeFocused();
  const mail = await mailOf(canceling.email, "We received your cancellation");
  await page.goto(server.url + /\/cancel\?confirm=\S+/.exec(mail)![0]);
  await page.getByRole("button", { name: "Confirm the cancellation" }).click();
  await expect(page.getByText(/^Your cancellation is confirmed\./)).toBeVisible();
  expect(await mailOf(canceling.email, "Your subscription is canceled")).toContain("Premium");
  expect(await takenFrom(canceling.id)).toHaveLength(1);

  const leaving = await begin();
  expect(await takenFrom(leaving.id)).toEqual(await takenFrom(canceling.id));
  await page.goto(`${server.url}/withdraw`);
  await page.getByLabel("Name", { exact: true }).fill("Ana Demo");
  await page.getByLabel("Email of your account").fill(leaving.email);
  await page.getByLabel(/^Invoice number/).fill(leaving.invoice);
  await page.getByRole("button", { name: "Withdraw now" }).click();
  await expect(page.getByRole("heading", { name: "We received your withdrawal" })).toBeFocused();
  await expect(page.getByText("I withdraw from my contract with Eightcount.")).toBeVisible();
  expect(await mailOf(leaving.email, "We received your withdrawal")).toContain(leaving.invoice);
  await expect.poll(() => takenFrom(leaving.id), { timeout: 60_000 }).toEqual([0]);
});

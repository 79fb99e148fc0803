import { subscribeAs } from "../server/modules/billing/testing.ts";
import { listMails, readMail } from "../server/platform/mail/outbox.ts";
import type { TestPerson } from "../server/testing/harness.ts";
import { admin, advance, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

startClockServer();

async function subscribe(name: string): Promise<TestPerson> {
  const as = await server.member({ name });
  const { errors } = await subscribeAs(server, as, {
    countryCode: "DE",
    withoutTrial: true,
    headers: { "x-country": "DE" },
  });
  expect(errors).toEqual([]);
  return as;
}
/** Waits for an email to a member. @returns its text */
async function emailTo({ id }: TestPerson, subject: RegExp): Promise<string> {
  const { rows } = await server.pool.query<{ email: string }>(
    `select email from identity."user" where id = $1`,
    [id],
  );
  const find = async () =>
    (await listMails(server.dataDir)).find(
      (mail) => mail.to === rows[0]!.email && subject.test(mail.subject),
    );
  await expect.poll(async () => (await find()) !== undefined, { timeout: 60_000 }).toBe(true);
  return (await readMail(server.dataDir, (await find())!.name)).text;
}

test("the studio raises a price: who accepts it pays it, and who doesn’t is told that the plan ended", async ({
  browser,
  page,
}) => {
  const [agrees, silent] = [await subscribe("Demo Ada"), await subscribe("Demo Bo")];
  await signIn(page.context(), admin);
  await page.goto(`${server.url}/studio/plans`);
  await page.getByRole("button", { name: /^Premium, monthly, EUR, €14\.99/ }).click();
  await page.getByLabel("New price in EUR").fill("16.99");
  await page.getByRole("button", { name: "Set price for new members" }).click();
  await page.getByRole("button", { name: /^Premium, monthly, EUR, €16\.99/ }).click();
  await page.getByRole("button", { name: "Move running members to €16.99" }).click();
  await page.getByLabel("Their subscription ends with the paid term").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Announce to 2 members" }).click();
  await expect(page.getByText(/^Premium, monthly: €16\.99 from /)).toBeVisible();

  await advance(1);
  const notice = await emailTo(agrees, /^Please confirm the new price/);
  expect(notice).toContain("€16.99");
  expect(notice).toContain("€14.99");
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query("select from billing.price_notices where sent_at is not null");
      return rows.length;
    })
    .toBe(2);

  const context = await browser.newContext({ baseURL: server.url });
  await context.addCookies([{ name: "consent", value: "2.00", url: server.url }]);
  await signIn(context, agrees);
  const member = await context.newPage();
  await member.goto(`${server.url}/account/subscription`);
  await expect(member.getByText(/we’d like to charge €16\.99 a month instead of €14\.99/)).toBeVisible();
  await expectAccessible(member);
  await member.getByRole("button", { name: "Accept new price" }).click();
  await expect(member.getByText(/^You accepted it on /)).toBeVisible();

  await advance(62);
  await member.reload();
  await expect(member.getByText(/^Premium, monthly: next payment €16\.99 on /)).toBeVisible();
  await expect(member.getByText("€16.99", { exact: true }).first()).toBeVisible();
  await context.close();

  expect(await emailTo(silent, /^Your subscription has ended/)).toContain("you didn’t accept the new price");
  await page.context().clearCookies();
  await page.context().addCookies([{ name: "consent", value: "2.00", url: server.url }]);
  await signIn(page.context(), silent);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Premium ended on .*\. You’re on the free plan\.$/)).toBeVisible();
});

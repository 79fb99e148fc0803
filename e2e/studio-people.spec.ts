import { mailsTo, mailTo } from "./mailbox.ts";
import { asAnother, signInAsAdmin, signInAsSupport, subscribe } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("gives money back in at most five clicks: found, refunded, plan ended, person told", async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await asAnother(browser, baseURL!);
  await subscribe(member.page, "premium-monthly");
  await signInAsSupport(page.context());
  let clicks = 0;
  await page.exposeFunction("countClick", () => (clicks += 1));
  // Enter in a form presses its button without a pointer: `detail` is 0.
  await page.addInitScript(() =>
    addEventListener(
      "click",
      (event) => event.detail > 0 && (window as never as { countClick(): void }).countClick(),
      true,
    ),
  );
  await page.goto("/studio");
  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "People" }).click();
  await page.getByLabel("Search people").fill(member.email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("link", { name: /Demo Dancer/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Demo Dancer" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Refund EC-/ }).click();
  const dialog = page.getByRole("dialog", { name: "Refund Demo Dancer" });
  await expect(dialog.getByText("Premium ends now.")).toBeVisible();
  await expect(dialog.getByText(/We’ve refunded \$14\.99\. Your Premium plan has ended/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund $14.99 and end plan" }).dblclick();
  await expect(page.getByText("Refund on its way")).toBeVisible();
  // With the double click on the last button.
  expect(clicks).toBeLessThanOrEqual(5);
  await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Credit note CN-/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel plan" })).toBeHidden();
  await member.page.reload();
  await expect(member.page.getByText("Refunded").first()).toBeVisible();
  await mailTo(member.page, member.email, "Your refund of $14.99 is on its way");

  // Support looks at the pages as the member, read-only.
  await page.getByRole("button", { name: "See as Demo Dancer" }).click();
  const seeAs = page.getByRole("dialog", { name: "See as Demo Dancer" });
  await seeAs.getByLabel("Reason, for the audit log").fill("Asked where the refund is");
  await seeAs.getByRole("button", { name: "See as Demo Dancer" }).click();
  const bar = page.getByRole("region", { name: "Seeing as a member" });
  await expect(bar.getByText("You see this as Demo Dancer.")).toBeVisible();
  await page.goto("/account/subscription");
  await expect(page.getByText("Refunded").first()).toBeVisible();
  await bar.getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Demo Dancer" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await member.end();
});

test("support refunds up to the limit that the studio sets, and the dialog says so", async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await asAnother(browser, baseURL!);
  await subscribe(member.page, "premium-yearly");
  const studio = await browser.newContext({ baseURL: baseURL! });
  await signInAsAdmin(studio);
  const settings = await studio.newPage();
  await settings.goto("/studio/settings");
  await settings.getByLabel("Limit in USD").fill("much");
  await settings.getByRole("button", { name: "Save settings" }).click();
  await expect(settings.getByText("Enter an amount, such as 25.00, or 0 for none.")).toBeVisible();
  await settings.getByLabel("Limit in USD").fill("20");
  await settings.getByRole("combobox", { name: "Currency" }).selectOption({ label: "USD, US Dollar" });
  await settings.getByRole("combobox", { name: "Language" }).selectOption("English");
  await settings.getByRole("button", { name: "Save settings" }).click();
  await expect(settings.getByText("Settings saved")).toBeVisible();
  await expect(settings.getByLabel("Limit in USD")).toHaveValue("20.00");
  await expect(settings.getByRole("combobox", { name: "Currency" })).toHaveValue("USD");
  await expect(settings.getByRole("combobox", { name: "Language" })).toHaveValue("en");
  await studio.close();

  await signInAsSupport(page.context());
  await page.goto(`/studio/people?search=${member.username}`);
  await page.getByRole("link", { name: /Demo Dancer/ }).click();
  await page.getByRole("button", { name: /^Refund EC-/ }).click();
  const dialog = page.getByRole("dialog", { name: "Refund Demo Dancer" });
  await expect(dialog.getByText("You can refund up to $20.00.", { exact: false })).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Everything" })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel("Amount in USD").fill("15");
  await dialog.getByRole("button", { name: "Refund $15.00 and end plan" }).click();
  await expect(page.getByText("Refund on its way")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Credit note CN-/ })).toBeVisible();
  await page.getByRole("button", { name: /^Refund EC-/ }).click();
  await expect(dialog.getByText("You can refund up to $5.00.", { exact: false })).toBeVisible();
  await member.end();
});

test("keeps filters in the address, gives days and credit, and gives a plan", async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await asAnother(browser, baseURL!);
  await subscribe(member.page, "standard-monthly");
  await signInAsAdmin(page.context());
  await page.goto(`/studio/people?search=${member.username}`);
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Paying" });
  await expect(page).toHaveURL(/stage=paying/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("paying");
  await page.getByRole("combobox", { name: "Last danced" }).selectOption({ label: "In the last 7 days" });
  await expect(page.getByText("No one matches.", { exact: false })).toBeVisible();
  await page.goto(`/studio/people?search=${member.username}&stage=paying`);
  await page.getByText("Columns", { exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Country" }).check();
  await page.getByRole("checkbox", { name: "Next charge" }).uncheck();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Person",
    "Plan",
    "Status",
    "Country",
    "Joined",
    "Last danced",
  ]);
  await page.getByLabel("Promo code").fill("no-such-code");
  await page.getByLabel("Promo code").press("Enter");
  await expect(page).toHaveURL(/coupon=no-such-code/);
  await expect(page.getByText("No one matches.", { exact: false })).toBeVisible();
  await page.goto(`/studio/people?search=${member.username}&stage=paying`);
  await page.getByRole("link", { name: /Demo Dancer/ }).click();

  await page.getByLabel("New note").fill("Prefers email");
  await page.getByRole("button", { name: "Add note" }).dblclick();
  const note = page
    .getByRole("region", { name: "Notes" })
    .getByRole("listitem")
    .filter({ hasText: "Prefers email" });
  await expect(note).toHaveCount(1);
  await expectAccessible(page);
  await page.getByLabel("Show").selectOption({ label: "Notes" });
  await expect(page.getByRole("region", { name: "History" }).getByText("Prefers email")).toBeVisible();
  await page.getByLabel("Show").selectOption({ label: "Emails" });
  await expect(page).toHaveURL(/history=emails/);
  await expect(page.getByText(/^Your receipt EC-/)).toBeVisible();
  await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Show").selectOption({ label: "Money" });
  await expect(page.getByText(/^Paid \$/)).toBeVisible();
  await note.getByRole("button", { name: "Remove note" }).click();
  await note.getByRole("button", { name: "Remove for good" }).click();
  await expect(note).toHaveCount(0);

  await page.getByRole("button", { name: "Free days" }).click();
  const days = page.getByRole("dialog", { name: "Free days for Demo Dancer" });
  await days.getByLabel("Days", { exact: true }).fill("0");
  await days.getByRole("button", { name: "Give free days" }).click();
  await expect(days.getByRole("alert")).toContainText("Check what you entered.");
  await days.getByRole("radio", { name: "To a day" }).check();
  await expect(days.getByRole("button", { name: /^Move to/ })).toBeVisible();
  await expectAccessible(page);
  await days.getByLabel("Day", { exact: true }).fill("2020-01-01");
  await expect(days.getByText("Choose a day 1 to 366 days later.")).toBeVisible();
  await days.getByRole("radio", { name: "By days" }).check();
  await days.getByLabel("Days", { exact: true }).fill("7");
  await days.getByRole("button", { name: /^Move to/ }).click();
  await expect(page.getByText("Free days given", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Promo code" }).click();
  const code = page.getByRole("dialog", { name: "Promo code for Demo Dancer" });
  await code.getByLabel("Promo code").fill("nosuchcode");
  await code.getByRole("button", { name: "Apply code" }).click();
  await expect(code.getByRole("alert")).toContainText("We don’t recognize that code.");
  await code.getByLabel("Promo code").fill("demo25");
  await expectAccessible(page);
  await code.getByRole("button", { name: "Apply code" }).click();
  await expect(page.getByText("Code applied", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Give credit" }).click();
  const credit = page.getByRole("dialog", { name: "Credit for Demo Dancer" });
  await credit.getByLabel("Amount in USD").fill("5");
  await credit.getByRole("button", { name: "Give $5.00 credit" }).click();
  await expect(page.getByText("Credit given")).toBeVisible();
  await expect(page.getByText("$5.00", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Cancel plan" }).click();
  const cancel = page.getByRole("dialog", { name: "Cancel the plan of Demo Dancer" });
  await cancel.getByText("Now", { exact: true }).click();
  await cancel.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText("Plan canceled")).toBeVisible();

  await page.getByRole("button", { name: "Give a plan" }).click();
  const plan = page.getByRole("dialog", { name: "Give Demo Dancer a plan" });
  await expectAccessible(page);
  await plan.getByRole("button", { name: /^Give .* until/ }).click();
  await expect(page.getByText("Plan given")).toBeVisible();
  await expect(page.getByText("Free of charge", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Suspend account" }).click();
  const suspend = page.getByRole("dialog", { name: "Suspend Demo Dancer" });
  await suspend.getByLabel("Reason (sent to them)").fill("Insults");
  await expectAccessible(page);
  await suspend.getByRole("button", { name: "Suspend account" }).dblclick();
  await expect(page.getByText(/^Suspended until/)).toBeVisible();
  await page.getByRole("button", { name: "Reinstate account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reinstate account" }).click();
  await expect(page.getByRole("button", { name: "Suspend account" })).toBeVisible();

  await page.goto(`/studio/audit?about=@${member.username}`);
  const entries = page.getByRole("main").getByRole("listitem").filter({ hasText: "Demo Admin" });
  await expect(entries.first()).toContainText("Demo Admin reinstated the account of Demo Dancer.");
  await page.getByLabel("Subject", { exact: true }).selectOption({ label: "Money" });
  await expect(page).toHaveURL(/kind=money/);
  const given = entries.filter({ hasText: "Demo Admin gave account credit to Demo Dancer." });
  await expect(given).toContainText(/Before: \$0\.00 → After: \$5\.00/);
  await expectAccessible(page);
  await page.getByLabel("Subject", { exact: true }).selectOption({ label: "Team" });
  await expect(page.getByText("No entries match.", { exact: false })).toBeVisible();
  await member.end();
});

test("changes and pauses a plan, sends a receipt again, and looks after the account and its data", async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await asAnother(browser, baseURL!);
  await subscribe(member.page, "premium-monthly");
  await signInAsSupport(page.context());
  await page.goto(`/studio/people?search=${member.username}`);
  await page.getByRole("link", { name: /Demo Dancer/ }).click();
  const main = page.getByRole("main");
  type Text = string | RegExp;
  /** Opens an act, reads what its dialog says, and confirms it. */
  const act = async (
    opener: Text,
    dialogOf: { title: Text; choose?: Text; says: Text[]; press: Text; done: string },
  ) => {
    const { title, choose, says, press, done } = dialogOf;
    await page.getByRole("button", { name: opener }).click();
    const dialog = page.getByRole("dialog", { name: title });
    if (choose) await dialog.getByRole("radio", { name: choose }).check();
    for (const sentence of says) await expect(dialog.getByText(sentence)).toBeVisible();
    await dialog.getByRole("button", { name: press }).dblclick();
    await expect(page.getByText(done, { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  };

  const number = await main.getByRole("link", { name: /^EC-/ }).innerText();
  await act(`Send receipt ${number}`, {
    title: `Send receipt ${number}`,
    says: ["The receipt for Premium is emailed again, with its PDF.", `To ${member.email}, now`],
    press: "Send receipt",
    done: "Receipt sent",
  });
  const receipts = () => mailsTo(member.page, member.email, `Your receipt ${number}`);
  await expect.poll(async () => (await receipts()).length).toBe(2);

  await act("Change plan", {
    title: "Change the plan of Demo Dancer",
    choose: /^Standard, monthly/,
    says: [
      /^The plan changes to Standard on /,
      /^Your plan changes to Standard on .* Your payment that day is /,
    ],
    press: /^Change on /,
    done: "Plan changed",
  });
  await expect(main.getByRole("definition").getByText("Standard", { exact: true })).toBeVisible();
  await mailTo(member.page, member.email, "Your plan changes to Standard");
  await act("Pause plan", {
    title: "Pause the plan of Demo Dancer",
    says: [/pauses now and resumes on/, /is paused until .* No charges while paused/],
    press: /^Pause until /,
    done: "Plan paused",
  });
  await expect(main.getByText("Paused", { exact: true })).toBeVisible();

  await act("Export data", {
    title: "Export the data of Demo Dancer",
    says: ["Only they can download it, signed in, for 7 days. The team can’t.", /^To .*, when it’s ready$/],
    press: "Request export",
    done: "Export requested",
  });
  await expect(main.getByText(/^Requested /)).toBeVisible();
  await mailTo(member.page, member.email, "Your data export is ready");

  await act("Sign out everywhere", {
    title: "Sign Demo Dancer out everywhere",
    says: ["Every device is signed out within a minute.", /^Our team signed you out everywhere/],
    press: "Sign out everywhere",
    done: "Signed out everywhere",
  });
  await mailTo(member.page, member.email, "You were signed out on all devices");
  await expect(main.getByRole("button", { name: "Sign out everywhere" })).toHaveCount(0);
  await member.page.goto("/account/subscription");
  await expect(member.page.getByRole("link", { name: "Already subscribed? Sign in" })).toBeVisible();

  await act("Delete account", {
    title: "Delete the account of Demo Dancer",
    says: [/are deleted on .* That can’t be undone/, /^As you asked, our team scheduled/],
    press: /^Delete on /,
    done: "Deletion scheduled",
  });
  await expect(main.getByText(/^Deleted on /)).toBeVisible();
  await mailTo(member.page, member.email, "Your account will be deleted in 14 days");
  await member.end();
});

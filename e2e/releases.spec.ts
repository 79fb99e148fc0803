import { createClass } from "../server/testing/factories.ts";
import { admin, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

startClockServer();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test("schedules a class and whom it notifies, announces it to members, notifies them, and says when it leaves", async ({
  page,
  browser,
}) => {
  const { slug } = await createClass(server.pool, {
    title: "Rock the corner",
    slug: "rock-the-corner",
    instructor: "demo-kofi",
    style: "house",
    isPlayable: true,
    publishedAt: null,
  });
  await signIn(page.context(), admin);
  await page.goto(`${server.url}/studio/classes/${slug}`);
  await expect(page.getByLabel("Notify when published")).toContainText("Followers (0)");
  await page.getByLabel("Notify when published").selectOption("Everyone who can open it");
  await page.getByLabel("Publish on").fill(inDays(3).toISOString().slice(0, 16));
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Release dates saved.")).toBeVisible();
  await expect(page.getByLabel("Notify when published")).toHaveValue("everyone");
  await expectFits(page);

  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, await server.member());
  const member = await context.newPage();
  await member.goto("/library");
  const comingUp = member.getByRole("region", { name: "Coming up" });
  await expect(comingUp.getByRole("listitem")).toContainText("Rock the corner");
  await expectAccessible(member);
  const download = member.waitForEvent("download");
  await comingUp.getByRole("link", { name: "Add to calendar: Rock the corner" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  await comingUp.getByRole("link", { name: "Rock the corner", exact: true }).click();
  const bell = member.getByRole("button", { name: "Notify me: Rock the corner" });
  await bell.click();
  await expect(bell).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(member);
  await expectFits(member);
  // Only its editors see it as it will be.
  await page.goto(`${server.url}/class/${slug}`);
  await expect(page.getByText("Only your team can play this until")).toBeVisible();
  await page.goto(`${server.url}/studio/classes/${slug}`);
  // Only classes of what one follows are on the home page.
  await member.goto("/library?style=house");
  await member.getByRole("button", { name: "Follow House" }).click();
  await expect(member.getByRole("button", { name: "Following House" })).toBeVisible();
  await member.goto("/dashboard");
  await expect(member.getByRole("region", { name: "Coming up" })).toContainText("Rock the corner");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published “Rock the corner”.")).toBeVisible();
  await expect(page.getByLabel("Publish on")).toHaveCount(0);
  await page.getByLabel("Leaves the library on").fill(inDays(5).toISOString().slice(0, 16));
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("ScheduleClass")),
  );
  await page.getByRole("button", { name: "Schedule" }).click();
  await saved;
  await member.goto("/notifications");
  const notification = member.getByRole("link", {
    name: /You asked about it: “Rock the corner” with Demo Kofi is here/,
  });
  await expect(notification).toBeVisible({ timeout: 30_000 });
  await notification.click();
  await expect(member.getByRole("heading", { level: 1, name: "Rock the corner" })).toBeVisible();
  await expect(member.getByText("Leaves in 5 days").first()).toBeVisible();
  await expectAccessible(member);
  await context.close();
});

test("shows all upcoming classes on request, and one that isn’t ready at its time as coming soon", async ({
  page,
}) => {
  const names = ["Late one", "First", "Second", "Third", "Fourth"];
  for (const [at, title] of names.entries()) {
    const { id } = await createClass(server.pool, { title, publishedAt: null });
    await server.pool.query("update catalog.classes set publish_at = $2 where id = $1", [
      id,
      inDays(at || -0.01),
    ]);
  }
  await signIn(page.context(), await server.member());
  await page.goto(`${server.url}/library`);
  const comingUp = page.getByRole("region", { name: "Coming up" });
  await expect(comingUp.getByRole("listitem")).toHaveCount(4);
  await expect(comingUp.getByRole("listitem").first()).toContainText("Soon");
  await comingUp.getByRole("button", { name: "Show more" }).click();
  await expect(comingUp.getByRole("listitem")).toHaveCount(5);
  await expect(comingUp.getByRole("link", { name: "Fourth", exact: true })).toBeFocused();
  await expectAccessible(page);
  await expectFits(page);
  await comingUp.getByRole("link", { name: "Late one", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Late one" })).toBeVisible();
  await expect(page.getByText("Soon", { exact: true })).toBeVisible();
});

test("keeps the certificate of a course, which others see by its link until it is withdrawn", async ({
  page,
  browser,
}) => {
  const member = await server.member({ name: "Demo Mira" });
  const { id: classId } = await createClass(server.pool, { title: "Jack", isPlayable: true });
  const { rows } = await server.pool.query<{ id: string }>(
    `with course as (
       insert into courses.courses (slug, title, description, pace, created_at, published_at)
       values ('house-in-ten', 'House in ten', 'Ten steps.', 'open', now(), now()) returning id
     ), listed as (
       insert into courses.course_classes (course_id, place, week, class_id) select id, 1, 1, $2::uuid from course
     )
     insert into courses.certificates (person_id, course_id, title, instructors, class_count, duration_ms, completed_at, completed_on)
     select $1, id, 'House in ten', '{Demo Ana,Demo Kofi}', 10, 6000000, now(), '2026-11-20' from course returning id`,
    [member.id, classId],
  );
  await signIn(page.context(), member);
  await page.goto(`${server.url}/course/house-in-ten`);
  await page.getByRole("button", { name: "Join course" }).click();
  await expect(page.getByRole("link", { name: "Open certificate" })).toBeVisible();
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("link", { name: "See all your courses" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
  const own = page.getByRole("region", { name: "Your courses" });
  await expect(own.getByRole("progressbar", { name: "0 of 1 classes" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page
    .getByRole("region", { name: "Your certificates" })
    .getByRole("link", { name: "House in ten" })
    .click();
  await expect(page).toHaveURL(`${server.url}/certificate/${rows[0]!.id}`);
  await expect(page.getByText("Completed “House in ten” with Demo Ana and Demo Kofi.")).toBeVisible();
  await expect(page.getByText("Nov 20, 2026")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(page.url());
  await expect(visitor.getByRole("heading", { level: 1, name: "Certificate not found" })).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Demo Mira")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Stop sharing" })).toHaveCount(0);
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(page.getByRole("button", { name: "Create link" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1, name: "Certificate not found" })).toBeVisible();
  await context.close();
});

import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

/** YYYY-MM-DD in UTC. */
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("publishes a course, which a visitor finds in the library, joins, and dances as a set", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page.context());
  await page.goto("/studio/courses");
  await expect(page.getByRole("link", { name: "New course" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: "New course" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New course" })).toBeFocused();
  let form = page.getByRole("form", { name: "New course" });
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText("Fill in this field.").first()).toBeVisible();
  await form.getByLabel("Title").fill("Two classes to a whole dance");
  await form.getByLabel("Description").fill("One class, then another.");
  const add = async (search: string, title: string) => {
    await form.getByLabel("Add a class").fill(search);
    await form.getByRole("button", { name: title }).click();
  };
  await add("drag the left", "Drag the left");
  await form.getByRole("button", { name: "Add week" }).click();
  await add("phrase number 32", "Phrase number 32");
  const second = form.getByRole("region", { name: "Week 2" });
  await expect(second.getByRole("listitem")).toContainText("Phrase number 32");
  // The order is changed by keyboard, across weeks, and back.
  await second.getByRole("button", { name: "Move up: Phrase number 32" }).press("Enter");
  await expect(form.getByRole("status")).toContainText("Phrase number 32: place 2, week 1");
  await form.getByRole("button", { name: "Move down: Phrase number 32" }).press("Enter");
  await expect(form.getByRole("status")).toContainText("Phrase number 32: place 2, week 2");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Publish" }).dblclick();
  await expect(page.getByText("Course published.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Two classes to a whole dance" })).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL! });
  const visitor = await context.newPage();
  await visitor.goto("/library");
  const courses = visitor.getByRole("region", { name: "Courses" });
  await courses.getByRole("link", { name: "See all courses" }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
  await expectAccessible(visitor);
  await expectFits(visitor);
  await visitor.getByRole("link", { name: /Two classes to a whole dance/ }).click();
  await expect(visitor.getByRole("heading", { level: 2, name: "Week 2" })).toBeVisible();
  await visitor.getByRole("button", { name: "Join course" }).dblclick();
  await expect(visitor.getByRole("progressbar", { name: "0 of 2 classes" })).toBeVisible();
  await expectAccessible(visitor);
  await expectFits(visitor);
  await visitor.getByRole("link", { name: "Start class 1" }).click();
  await expect(visitor).toHaveURL(/\/class\/drag-the-left\/play\?set=course-[0-9a-f-]{36}$/);
  // The bar may have faded by then: the class plays.
  await expect(
    visitor.getByRole("button", { name: "Class 1 of 2 in this set", includeHidden: true }),
  ).toBeAttached();

  await visitor.goto("/dashboard");
  const mine = visitor.getByRole("region", { name: "Your courses" });
  await expect(mine.getByRole("link", { name: "Two classes to a whole dance" })).toBeVisible();
  await expect(mine.getByRole("link", { name: "Start class 1" })).toBeVisible();
  // The studio gives it two start days. Who began before goes on; who joins again chooses one.
  const addStart = async (place: number, days: number) => {
    await form.getByRole("button", { name: "Add a start day" }).click();
    await form.getByLabel(`Start day ${place}`, { exact: true }).fill(dayAfter(days));
  };
  form = page.getByRole("form", { name: "Change Two classes to a whole dance" });
  await addStart(1, 3);
  await addStart(2, 31);
  await expectAccessible(page);
  await expectFits(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await mine.getByRole("link", { name: "Two classes to a whole dance" }).click();
  await expect(visitor.getByRole("link", { name: "Start class 1" })).toBeVisible();
  await visitor.getByRole("button", { name: "Leave course" }).click();
  await visitor.getByLabel("Your start day").selectOption(dayAfter(31));
  await visitor.getByRole("button", { name: "Join course" }).click();
  await expect(visitor.getByRole("button", { name: "Leave course" })).toBeVisible();
  await expect(visitor.getByLabel("Your start day")).toHaveValue(dayAfter(31));
  await expect(visitor.getByRole("link", { name: "Start class 1" })).toHaveCount(0);
  // Until then, another one is a choice and a press away.
  await visitor.getByLabel("Your start day").selectOption(dayAfter(3));
  await visitor.getByRole("button", { name: "Change start day" }).click();
  await expect(visitor.getByText(/^Your start day is now /)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByLabel("Your start day")).toHaveValue(dayAfter(3));
  await expectAccessible(visitor);
  await expectFits(visitor);
  await visitor.goto("/dashboard");
  await expect(mine.getByText(/^The next class opens /)).toBeVisible();
  await visitor.goBack();
  // A day that someone joined moves with them, and isn't removed.
  await page.reload();
  await expect(form.getByText("1 dancer joined.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Remove start day 1" })).toHaveAccessibleDescription(
    "Dancers joined this day. Change it instead.",
  );
  await form.getByLabel("Start day 1", { exact: true }).fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose a day. Dancers joined this one.")).toBeVisible();
  await form.getByRole("button", { name: "Add a start day" }).click();
  await form.getByRole("button", { name: "Remove start day 3" }).click();
  await expect(form.getByRole("button", { name: "Add a start day" })).toBeFocused();
  await form.getByLabel("Start day 1", { exact: true }).fill(dayAfter(5));
  await expect(form.getByText("1 dancer moves to this day. We’ll tell them.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByLabel("Your start day")).toHaveValue(dayAfter(5));

  // Who hasn't joined sees the next start.
  await visitor.getByRole("button", { name: "Leave course" }).click();
  await expect(visitor.getByLabel("Your start day")).toHaveValue(dayAfter(5));
  await visitor.goto("/courses");
  const card = visitor.getByRole("link", { name: /Two classes to a whole dance/ });
  await expect(card).toContainText(/Starts /);

  await visitor.goto("/library?style=house");
  await expect(visitor.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  await expect(courses).toHaveCount(0);
  await context.close();

  // Home leads who is in no course to all of them.
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "See all courses" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your courses" })).toHaveCount(0);
  await page.goBack();

  // Without the course, nothing leads to it.
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Course unpublished.")).toBeVisible();
  await page.getByRole("button", { name: "Delete course" }).click();
  await page.getByRole("button", { name: "Delete course" }).click();
  await expect(page.getByText("Course deleted.")).toBeVisible();
});

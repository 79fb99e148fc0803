import { randomUUID } from "node:crypto";
import { createClass } from "../server/testing/factories.ts";
import { admin, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

startClockServer();
// Its classes have no video files.
test.use({ refusals: ["/front/master.m3u8"] });

/** A published course of two premium classes. @returns its id and slug, and the address of its second class */
async function newCourse(title: string): Promise<{ id: string; slug: string; second: string }> {
  const classes = [];
  for (const name of ["Basic step", "Cross body lead"])
    classes.push(await createClass(server.pool, { title: name, accessType: "premium", isPlayable: true }));
  const { data } = await server.graphql<{ createCourse: { id: string; slug: string } }>(
    "mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }",
    {
      input: {
        title,
        description: "From the first step to a whole dance.",
        pace: "open",
        knownPercent: 75,
        opensByWeek: true,
        classes: classes.map(({ id: classId }) => ({ classId, week: 1 })),
      },
      key: randomUUID(),
    },
    { as: admin },
  );
  const course = data!.createCourse;
  await server.graphql(
    "mutation ($id: ID!) { publishCourse(id: $id) { id } }",
    { id: course.id },
    { as: admin },
  );
  return { ...course, second: classes[1]!.slug };
}

test("staff give a course a price; a dancer without a plan buys it and opens its second class", async ({
  browser,
  page,
}) => {
  await newCourse("Salsa basics");
  const { id, slug, second } = await newCourse("Salsa in two steps");
  const studio = await browser.newContext({ baseURL: server.url });
  await signIn(studio, admin);
  const desk = await studio.newPage();
  await desk.goto(`/studio/courses?course=${id}`);
  await desk.getByLabel("Best after").selectOption("Salsa basics");
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("Saved.")).toBeVisible();
  const image = { name: "studio.png", mimeType: "image/png", buffer: await desk.screenshot() };
  await desk.getByLabel("Image of the course, from this device").setInputFiles(image);
  await expect(desk.getByRole("button", { name: "Use a class’s image" })).toBeVisible();
  await desk.getByRole("button", { name: "Set a price" }).click();
  const form = desk.getByRole("form", { name: "Price of its own" });
  await form.getByRole("button", { name: "Set price" }).click();
  await expect(form.getByText("Enter a price above zero", { exact: false }).first()).toBeVisible();
  await form.getByLabel("USD").fill("39.00");
  await expectAccessible(desk);
  await form.getByRole("button", { name: "Set price" }).dblclick();
  await expect(desk.getByText("The price is set.")).toBeVisible();
  await expect(desk.getByRole("region", { name: "Price of its own" })).toContainText("$39, to keep");

  const me = await server.member();
  await signIn(page.context(), me);
  await page.goto(`${server.url}/course/${slug}`);
  await expect(page.getByRole("link", { name: "Best after Salsa basics" })).toBeVisible();
  await expect(page.locator(`img[src*="/pictures/courses/${id}/"]`)).toBeVisible();
  await expect(page.getByText("$39 once, yours to keep.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Buy “Salsa in two steps”" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Salsa in two steps" })).toBeVisible();
  await expect(page.getByText("By paying, you agree to pay $39.00 once. It’s yours to keep.")).toBeVisible();
  const card = page.frameLocator("iframe.card-frame");
  await expect(card.getByLabel("Card number")).toBeVisible();
  await expectAccessible(page);
  // Oregon has no sales tax.
  await page.getByLabel("ZIP code").fill("97201");
  await card.getByLabel("Card number").fill("4242424242424242");
  await card.getByLabel("Expires").fill("0737");
  await card.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay $39.00 and start dancing" }).dblclick();
  await expect(page.getByText("Payment complete. Salsa in two steps is open.")).toBeVisible();
  await page.getByText("A friend", { exact: false }).first().click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(new RegExp(`/course/${slug}$`));
  await expect(page.getByRole("link", { name: "Buy “Salsa in two steps”" })).toHaveCount(0);
  await page.getByRole("link", { name: "Cross body lead" }).click();
  await page.getByRole("link", { name: "Start class" }).click();
  await expect(page).toHaveURL(new RegExp(`/class/${second}/play`));
  await page.goto(`${server.url}/account/subscription`);
  const bought = page.getByRole("region", { name: "Courses and classes you bought" });
  await expect(bought).toContainText("Yours to keep");
  await expect(bought.getByRole("link", { name: "Salsa in two steps" })).toBeVisible();
  await expect(page.getByText("$39.00").first()).toBeVisible();
  await expectAccessible(page);
  await studio.close();
});

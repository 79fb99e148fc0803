import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectAccessible, test } from "./test.ts";

test("answers, goes back, skips, and resumes at the same question", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: "Who’s dancing?" })).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.getByRole("radio", { name: /^Myself/ }).click();
  await saved;
  await expect(page.getByRole("heading", { name: "What’s your experience?" })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /^Myself/ })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "What’s your experience?" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "Why do you want to dance?" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: "What’s your experience?" })).toBeVisible();
});

test("asks a family for its goal instead of a dancer’s", async ({ page }) => {
  await page.goto("/onboarding");
  const saved = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.getByRole("radio", { name: /^My family/ }).click();
  await saved;
  await expect(page.getByRole("heading", { name: "Who are the children?" })).toBeFocused();
  const asked: string[] = [];
  for (;;) {
    const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    if (heading === "Your first week" || heading === "Planning your week") break;
    asked.push(heading);
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(heading);
  }
  expect(asked).toContain("What does your family want from dancing?");
  expect(asked).toContain("Who are the children?");
  expect(asked).not.toContain("Why do you want to dance?");
  expect(asked).not.toContain("What’s your experience?");
  await expect(page.getByRole("link", { name: "Start now" })).toBeVisible();
});

test("stores entered children, and makes them profiles after registration", async ({ page }) => {
  const sent = (name: string) =>
    page.waitForResponse((response) => Boolean(response.request().postData()?.includes(name)));
  await page.goto("/onboarding");
  const audience = sent("setAccountTypePreference");
  await page.getByRole("radio", { name: /^My family/ }).click();
  await audience;
  await expect(page.getByRole("heading", { name: "Who are the children?" })).toBeFocused();
  const first = page.getByRole("group", { name: "Child 1" });
  const age = sent("setChildren");
  await first.getByLabel("Age").selectOption({ label: "6 years" });
  await age;
  await page.getByRole("button", { name: "Add another child" }).click();
  const second = page.getByRole("group", { name: "Child 2" });
  await expect(second.getByLabel("Age")).toBeFocused();
  const another = sent("setChildren");
  await second.getByLabel("Age").selectOption({ label: "11 years" });
  await another;
  const level = sent("setChildren");
  await second.getByLabel("Experience").selectOption({ label: "Knows a few steps" });
  await level;
  await expectAccessible(page);

  await page.goto("/onboarding?step=children");
  await expect(second.getByLabel("Age")).toHaveValue("11");
  await expect(second.getByLabel("Experience")).toHaveValue("beginner");
  const less = sent("setChildren");
  await page.getByRole("button", { name: "Remove child 2" }).click();
  await less;
  await page.goto("/onboarding?step=done");
  await page.getByRole("link", { name: "Sign up first" }).click();
  await page.getByLabel("Name").fill("Demo Parent");
  await page.getByLabel("Email").fill(`demo-children-${Date.now()}@example.test`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Sign up" }).click();

  await page.getByRole("button", { name: "Create profile: Your 6-year-old" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Demo Mia");
  await page.getByLabel("Adult PIN").fill("2468");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add to the family" }).click();
  await expect(page.getByRole("button", { name: "Change Demo Mia" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Add child profiles?" })).toHaveCount(0);
});

test("saves several answers by keyboard alone", async ({ page }) => {
  await page.goto("/onboarding?step=dance_location");
  await page.getByRole("checkbox", { name: /^A small room/ }).focus();
  const saved = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.keyboard.press("Space");
  await saved;
  const second = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await second;
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^A small room/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^A living room/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^A studio/ })).not.toBeChecked();
});

test("requires a choice in the survey, accepts a free answer, and goes on", async ({ page }) => {
  await page.goto("/hdyhau?next=/library");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose one, or skip.");
  await page.getByRole("radio", { name: "Somewhere else" }).check();
  await page.getByLabel("Where?").fill("A poster in the tram");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/library$/);
});

test("plays an option’s clip on hover and focus, never with reduced motion", async ({ page }) => {
  const isPlaying = () =>
    page
      .locator(".onb-scene video")
      .evaluateAll((videos) =>
        videos.some(
          (video) => !(video as HTMLVideoElement).paused && (video as HTMLVideoElement).currentTime > 0,
        ),
      );
  await page.goto("/onboarding?step=levelV2");
  await expect(page.locator(".onb-scene video")).toHaveCount(0);
  await page.getByText("I know a few steps").hover();
  await expect.poll(isPlaying).toBe(true);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(page.locator(".onb-scene video")).toHaveCount(0);
  await page.getByRole("radio", { name: /^New to dance/ }).focus();
  await expect.poll(isPlaying).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".pick video").first()).toBeVisible();
  await expectAccessible(page);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/onboarding?step=levelV2");
  await page.getByText("I know a few steps").hover();
  const video = page.locator(".onb-scene video");
  await expect(video).toHaveCount(1);
  expect(await video.evaluate((one) => (one as HTMLVideoElement).paused)).toBe(true);
});

test("lets an editor change the questions, and answers not found to others", async ({ page }) => {
  await page.goto("/studio/questions");
  await expect(page.getByRole("heading", { name: "5, 6, 7… page not found" })).toBeVisible();
  await page.goto("/login?next=/studio/questions");
  await page.getByLabel("Email").fill("demo-editor@example.test");
  await page.getByLabel("Password").fill("five small drums upstairs");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "List A" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: /How old are you/ }).click();
  const rows = page.getByRole("form", { name: "How old are you?" }).getByRole("listitem");
  await expect(rows.first().getByLabel("Says")).toHaveValue("Under 18");
  await page.getByRole("button", { name: "Move Under 18 down" }).click();
  await expect(rows.nth(1).getByLabel("Says")).toHaveValue("Under 18");
  await rows.nth(1).getByLabel("Says").fill("Not yet 18");
  await page.getByRole("button", { name: "Add an option" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a label.")).toBeVisible();
  await rows.last().getByLabel("Says").fill("Ageless");
  // An element half below the bar would count as too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved\. Live for new members\./)).toBeVisible();

  await page.goto("/onboarding?step=age");
  await expect(page.getByRole("radio").nth(1)).toHaveAttribute("value", "under-18");
  await expect(page.getByRole("radio", { name: "Not yet 18" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Ageless" })).toBeVisible();
});

test.describe(() => {
  test.use({ refusals: ["422 /studio/questions/reason/move/film"] });

  test("adds an option’s clip by file dialog or drop, removes it, and keeps typed text", async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), "eightcount-option-film-"));
    const [video, text] = [join(folder, "film.webm"), join(folder, "film.mp4")];
    const clip = "-v error -f lavfi -i testsrc=s=320x180:r=10:d=1 -c:v libvpx";
    execFileSync("ffmpeg", [...clip.split(" "), video]);
    await writeFile(text, "no film at all");
    await page.goto("/login?next=/studio/questions%3Fquestion=reason");
    await page.getByLabel("Email").fill("demo-editor@example.test");
    await page.getByLabel("Password").fill("five small drums upstairs");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const group = page.getByRole("group", { name: "Video of To move more" });
    await page.getByLabel("Says").first().fill("To learn it all");
    await group.getByLabel(/from this device$/).setInputFiles(text);
    await expect(group.getByRole("alert")).toHaveText(/Use an MP4 or WebM video/);
    await group.getByLabel(/from this device$/).setInputFiles(video);
    await expect(page.getByText("Video added to “To move more”.")).toBeVisible();
    await expect(group.locator("video")).toHaveAttribute("src", /questions\/reason\/move\//);
    await expect(page.getByLabel("Says").first()).toHaveValue("To learn it all");
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);

    const dropped = page.getByRole("group", { name: "Video of To clear my head" });
    const bytes = (await readFile(video)).toString("base64");
    const transfer = await page.evaluateHandle((data) => {
      const held = new DataTransfer();
      const content = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      held.items.add(new File([content], "dropped.webm", { type: "video/webm" }));
      return held;
    }, bytes);
    await dropped.dispatchEvent("drop", { dataTransfer: transfer });
    await expect(page.getByText("Video added to “To clear my head”.")).toBeVisible();

    const theirs = await page.context().newPage();
    await theirs.goto("/onboarding?step=reason");
    await theirs.getByText("To move more").hover();
    await expect(theirs.locator(".onb-scene video")).toHaveAttribute("src", /questions\/reason\/move\//);
    await theirs.close();
    await group.getByRole("button", { name: "Remove video" }).click();
    await expect(group.locator("video")).toHaveCount(0);
    await rm(folder, { recursive: true });
  });
});

test("follows the styles chosen during onboarding everywhere", async ({ page }) => {
  await page.goto("/onboarding?step=categories");
  await expect(page.getByRole("heading", { name: "What do you want to follow?" })).toBeVisible();
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("followCategories")),
  );
  await page.getByRole("checkbox", { name: /^First steps/ }).check();
  await saved;
  await expectAccessible(page);
  await page.goto("/category/first-steps");
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
});

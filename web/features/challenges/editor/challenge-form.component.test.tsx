import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late, type Answer } from "../../../gallery/network.ts";
import { longText } from "../../../gallery/story.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import type { EditedChallenge } from "./edited-challenge.ts";

const created = { createChallenge: { __typename: "StudioChallenge", id: "left", slug: "left" } };
const running: EditedChallenge = {
  id: "left",
  slug: "left",
  title: "The left, for a week",
  description: "One class, as often as you like.",
  triggerType: "class_completed",
  requiredClassIds: [],
  requiredClasses: [],
  startTime: "2026-01-01T00:00:00Z",
  endTime: "2099-01-01T00:00:00Z",
  phase: "running",
  goalHeader: null,
  subtitleHeader: null,
  earnedByHeader: null,
  badges: [{ name: "Left", description: "Danced whole", amountToEarn: 1 }],
  participantsCount: 3,
  revision: 1,
} as EditedChallenge;

async function show(answers: Record<string, Answer>, challenge: EditedChallenge | null = null) {
  const sent = answerRequests(answers);
  let reloads = 0;
  const screen = await render(
    <AppFrame>
      <ChallengeForm challenge={challenge} onReload={challenge && (() => reloads++)} />
    </AppFrame>,
  );
  const named = (name: string) => page.elementLocator(screen.container.querySelector(`[name="${name}"]`)!);
  return {
    screen,
    sent,
    named,
    reloads: () => reloads,
    save: page.elementLocator(screen.container.querySelector("[type=submit]")!),
    fill: async () => {
      await named("title").fill("The left, for a week");
      await named("description").fill("One class, as often as you like.");
      await named("badges.0.name").fill("Left");
      await named("badges.0.description").fill("Danced whole");
    },
  };
}

test("asks for what is missing, and focuses the first field", async () => {
  const { screen, sent, named, save } = await show({ CreateChallenge: () => created });
  await save.click();
  for (const name of ["title", "description", "badges.0.name", "badges.0.description"]) {
    await expect.element(named(name)).toHaveAttribute("aria-invalid", "true");
    await expect.element(named(name)).toHaveAccessibleDescription(/\w{3}/);
  }
  await expect.element(named("title")).toHaveFocus();
  expect(sent).toEqual([]);
  await expectAccessible(screen.container);
});

test("creates one challenge for a double click", async () => {
  const { promise, resolve } = late<unknown>();
  const { sent, save, fill } = await show({ CreateChallenge: () => promise });
  await fill();
  await save.dblClick();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  resolve(graphqlRefusal("BAD_INPUT", "title"));
  await expect.element(save).not.toHaveAttribute("aria-busy");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ input: { title: "The left, for a week" } });
});

test.each([
  ["title", "title"],
  ["startTime", "firstDay"],
  ["endTime", "lastDay"],
])("shows a refusal of %s next to its field, and preserves the input", async (field, name) => {
  const { named, save, fill } = await show({ CreateChallenge: () => graphqlRefusal("BAD_INPUT", field) });
  await fill();
  await save.click();
  await expect.element(named(name)).toHaveAttribute("aria-invalid", "true");
  await expect.element(named(name)).toHaveAccessibleDescription(/\w{3}/);
  await expect.element(named(name)).toHaveFocus();
  await expect.element(named("badges.0.name")).toHaveValue("Left");
});

test("shows a refusal of the badges in their section", async () => {
  const { screen, save, fill } = await show({
    CreateChallenge: () => graphqlRefusal("BAD_INPUT", "badges"),
  });
  await fill();
  await save.click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
});

test("offers five badges at most, and removes the right one", async () => {
  const { screen, named } = await show({});
  const add = screen.getByRole("button", { name: /add a badge/i });
  for (let badge = 1; badge < 5; badge++) {
    await add.click();
    await named(`badges.${badge}.name`).fill(`Badge of ${badge}`);
  }
  await expect.element(add).not.toBeInTheDocument();
  await screen.getByRole("button", { name: /Badge of 2$/ }).click();
  await expect.element(named("badges.2.name")).toHaveValue("Badge of 3");
});

test("lets only texts and a later end change once people are earning", async () => {
  const { screen } = await show({}, running);
  expect(screen.container.querySelector("[name=firstDay]")).toBeNull();
  expect(screen.container.querySelector('[name="badges.0.amount"]')).toBeNull();
  await expectAccessible(screen.container);
});

test("a conflict with another editor keeps the input and offers to load theirs", async () => {
  const { screen, named, save, reloads } = await show(
    { ChangeChallenge: () => graphqlRefusal("CHANGED_MEANWHILE") },
    running,
  );
  await named("title").fill("Mine");
  await save.click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  await expect.element(named("title")).toHaveValue("Mine");
  await screen.getByRole("button", { name: /load/i }).click();
  expect(reloads()).toBe(1);
});

test("fits a phone with long text in its fields", async () => {
  await page.viewport(390, 900);
  const { screen } = await show({}, { ...running, title: longText.slice(0, 80), description: longText });
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(390);
});

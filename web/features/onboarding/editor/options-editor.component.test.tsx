import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late, type Answer } from "../../../gallery/network.ts";
import { longText } from "../../../gallery/story.ts";
import { OptionsEditor } from "./options-editor.tsx";
import type { EditedQuestion } from "./studio-question.ts";

const option = (slug: string, label: string, isRetired = false) => ({
  slug,
  label,
  description: null,
  previewUrl: null,
  isRetired,
});
const question = {
  type: "age",
  isMultiple: false,
  position: 1,
  variantBPosition: null,
  revision: 7,
  options: [option("child", "Under 18"), option("adult", "Over 18")],
} as EditedQuestion;

async function show(answer: Answer = () => graphqlRefusal("INTERNAL"), edited = question) {
  const sent = answerRequests({ SaveQuestionOptions: answer });
  let reloads = 0;
  const screen = await render(
    <AppFrame>
      <OptionsEditor question={edited} title="How old are you?" onReload={() => reloads++} />
    </AppFrame>,
  );
  const label = (place: number) =>
    page.elementLocator(screen.container.querySelector(`[name="options.${place}.label"]`)!);
  return { screen, sent, label, reloads: () => reloads, save: screen.getByRole("button", { name: "Save" }) };
}

test("saves labels, order and what is offered, with the revision that was read", async () => {
  const { promise, resolve } = late<unknown>();
  const { screen, sent, label, save } = await show(() => promise);
  await screen.getByRole("button", { name: "Move Under 18 down" }).click();
  await expect.element(label(1)).toHaveValue("Under 18");
  await label(1).fill("Not yet 18");
  await screen.getByRole("checkbox", { name: "Offered" }).first().click();
  await save.dblClick();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  resolve(graphqlRefusal("INTERNAL"));
  await expect.element(save).not.toHaveAttribute("aria-busy");
  expect(sent).toEqual([
    {
      to: "SaveQuestionOptions",
      body: {
        type: "age",
        revision: 7,
        options: [
          { slug: "adult", label: "Over 18", description: null, isRetired: true },
          { slug: "child", label: "Not yet 18", description: null, isRetired: false },
        ],
      },
    },
  ]);
  await expect.element(screen.getByRole("alert")).toBeVisible();
  await expect.element(label(1)).toHaveValue("Not yet 18");
});

test.each([
  ["no label", "", /Enter a label/],
  ["a label without letters", "!!", /at least one letter or number/],
  ["the label of another option", "Child", /say the same/],
])("shows %s next to its field, which gets the focus", async (_name, text, message) => {
  const { screen, sent, label, save } = await show();
  await screen.getByRole("button", { name: "Add an option" }).click();
  await label(2).fill(text);
  await save.click();
  await expect.element(label(2)).toHaveAttribute("aria-invalid", "true");
  await expect.element(label(2)).toHaveAccessibleDescription(message);
  await expect.element(label(2)).toHaveFocus();
  expect(sent).toEqual([]);
  await expectAccessible(screen.container);
});

test("refuses to offer nothing", async () => {
  const { screen, sent, save } = await show();
  for (const offered of screen.getByRole("checkbox", { name: "Offered" }).all()) await offered.click();
  await save.click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Offer at least one option.");
  expect(sent).toEqual([]);
});

test("keeps the input after someone else's save, and offers to reload", async () => {
  const { screen, label, save, reloads } = await show(() => graphqlRefusal("CHANGED_MEANWHILE"));
  await label(0).fill("Mine");
  await save.click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Someone else edited this question. Copy your edits, then reload.");
  await expect.element(label(0)).toHaveValue("Mine");
  await screen.getByRole("button", { name: "Reload" }).click();
  expect(reloads()).toBe(1);
});

test("discards changes, and saves nothing unchanged", async () => {
  const { screen, label, save } = await show();
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  await screen.getByRole("button", { name: "Add an option" }).click();
  await label(0).fill("Someone");
  await screen.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(label(0)).toHaveValue("Under 18");
  expect(screen.container.querySelector('[name="options.2.label"]')).toBeNull();
});

test("fits a phone with long text in its fields", async () => {
  await page.viewport(390, 900);
  const { screen } = await show(undefined, { ...question, options: [option("long", longText.slice(0, 60))] });
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(390);
});

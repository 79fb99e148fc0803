import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late, type Answer } from "../../../gallery/network.ts";
import { longText } from "../../../gallery/story.ts";
import { AboutForm } from "./about-form.tsx";

const saved = {
  updateProfile: { __typename: "User", id: "mira", name: "Mira", bio: null, links: [] },
};
const links = [{ url: "https://mira.example", title: "My page" }];

async function show(answer: Answer, bio: string | null = null) {
  const sent = answerRequests({ UpdateAboutMe: answer });
  const me = { __typename: "User", id: "mira", name: "Mira", bio, links };
  const screen = await render(
    <AppFrame>
      <AboutForm me={me as never} />
    </AppFrame>,
  );
  return { screen, sent, save: page.elementLocator(screen.container.querySelector("[type=submit]")!) };
}

test.each([
  ["profile.name", "name"],
  ["profile.bio", "bio"],
])("shows a refusal of %s next to its field", async (field, name) => {
  const { screen, save } = await show(() => graphqlRefusal("BAD_INPUT", field));
  await save.click();
  const control = page.elementLocator(screen.container.querySelector(`[name=${name}]`)!);
  await expect.element(control).toHaveAttribute("aria-invalid", "true");
  await expect.element(control).toHaveAccessibleDescription(/\w{3}/);
  await expect.element(control).toHaveFocus();
  await expectAccessible(screen.container);
});

test("shows a refusal of the links next to them", async () => {
  const { screen, save } = await show(() => graphqlRefusal("BAD_INPUT", "profile.links"));
  await save.click();
  const url = screen.getByPlaceholder("https://");
  await expect.element(url).toHaveAttribute("aria-invalid", "true");
  await expect.element(url).toHaveAccessibleDescription(/https/);
});

test("asks for a missing name without a request", async () => {
  const { screen, sent, save } = await show(() => saved);
  const name = page.elementLocator(screen.container.querySelector("[name=name]")!);
  await name.fill("");
  await save.click();
  await expect.element(name).toHaveAttribute("aria-invalid", "true");
  await expect.element(name).toHaveFocus();
  expect(sent).toEqual([]);
});

test("saves once for a double click", async () => {
  const { promise, resolve } = late<unknown>();
  const { sent, save } = await show(() => promise);
  await save.dblClick();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  resolve(saved);
  await expect.element(save).not.toHaveAttribute("aria-busy");
  expect(sent).toHaveLength(1);
});

test("sends added links complete and leaves removed and empty ones out", async () => {
  const { screen, sent, save } = await show(() => saved);
  const add = screen.getByRole("button", { name: /add a link/i });
  await add.click();
  await add.click();
  await screen.getByPlaceholder("https://").nth(1).fill("studio.example");
  await screen.getByRole("button", { name: /remove.*1/i }).click();
  await save.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    profile: { name: "Mira", links: [{ url: "https://studio.example", title: "studio.example" }] },
  });
});

test("offers five links at most", async () => {
  const { screen } = await show(() => saved);
  const add = screen.getByRole("button", { name: /add a link/i });
  for (let count = 1; count < 5; count++) await add.click();
  await expect.element(add).not.toBeInTheDocument();
});

test("counts the characters that are left, and fits a phone with long text", async () => {
  await page.viewport(390, 900);
  const { screen } = await show(() => saved, longText);
  await expect.element(screen.getByText(new RegExp(`^${500 - longText.length}`))).toBeVisible();
  await page.elementLocator(screen.container.querySelector("[name=bio]")!).fill("Short");
  await expect.element(screen.getByText(/^495/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

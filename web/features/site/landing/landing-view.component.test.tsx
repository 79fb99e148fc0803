import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, late, type Answer } from "../../../gallery/network.ts";
import { LandingView } from "./landing-view.tsx";

const block = (nth: number, kind: string, fields: object = {}) => ({
  __typename: "LandingBlock",
  id: `00000000-0000-4000-8000-00000000000${nth}`,
  kind,
  title: "",
  text: "",
  classIds: [],
  classes: [],
  courseId: null,
  instructors: [],
  items: [],
  ...fields,
});
const item = (nth: number, title: string) => ({
  __typename: "LandingItem",
  id: `00000000-0000-4000-8000-00000000001${nth}`,
  title,
  text: "",
  isAgreed: false,
});
const landing = (version: number) => ({
  __typename: "EditedLandingPage",
  version,
  savedAt: "2026-11-20T12:00:00Z",
  publishedAt: "2026-11-20T12:00:00Z",
  isChanged: false,
  draft: {
    __typename: "LandingPage",
    title: "",
    description: "",
    blocks: [
      block(1, "hero", { title: "Dance at home" }),
      block(2, "course"),
      block(3, "questions", { items: [item(1, "Do I need shoes?"), item(2, "Is it free?")] }),
    ],
  },
});
const course = (nth: number) => ({ __typename: "Course", id: `course-${nth}`, title: `Course ${nth}` });
const courses = (items: object[], nextCursor: string | null) => ({
  __typename: "CoursePage",
  items,
  nextCursor,
});
const texts = (title: string) => ({
  translations: [
    {
      __typename: "TranslatedContent",
      kind: "landing",
      subject: "00000000-0000-4000-8000-000000000001",
      texts: [
        {
          __typename: "TranslatedText",
          field: "title",
          text: title,
          maxLength: 200,
          isLong: false,
          translations: [{ __typename: "Translation", locale: "de", text: null }],
        },
      ],
    },
  ],
});

async function show(answers: Readonly<Record<string, Answer>> = {}) {
  const sent = answerRequests({
    EditedLandingPage: () => ({
      editedLandingPage: landing(1),
      editedInstructors: [],
      courses: courses([course(1)], "more"),
    }),
    LandingCourses: () => ({ courses: courses([course(2)], null) }),
    VaryingExperiments: () => ({ varyingExperiments: [] }),
    SaveLandingPage: () => ({ saveLandingPage: landing(2) }),
    Translations: () => texts("Dance at home"),
    ...answers,
  });
  const screen = await render(
    <AppFrame>
      <LandingView />
    </AppFrame>,
  );
  await expect.element(screen.getByRole("form", { name: "Landing page" })).toBeVisible();
  return { screen, sent };
}
type Screen = Awaited<ReturnType<typeof show>>["screen"];
const button = (screen: Screen, name: string) => screen.getByRole("button", { name, exact: true });
const headings = ({ container }: Screen) =>
  [...container.querySelectorAll(".landing-edit h2")].map(({ textContent }) => textContent);

test("moves a block by Alt and an arrow key on its buttons alone, as a select opens with them", async () => {
  const { screen } = await show();
  const isLeft = (element: Element): boolean => {
    const event = new KeyboardEvent("keydown", {
      key: "ArrowDown",
      altKey: true,
      bubbles: true,
      cancelable: true,
    });
    return element.dispatchEvent(event);
  };
  expect(isLeft(screen.getByRole("combobox", { name: "Course" }).element())).toBe(true);
  expect(isLeft(screen.getByLabelText("Heading").first().element())).toBe(true);
  expect(headings(screen)).toEqual(["Top of the page", "Course", "Questions"]);
  await button(screen, "Move down: Course").element().focus();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.poll(() => headings(screen)).toEqual(["Top of the page", "Questions", "Course"]);
  await expect.element(button(screen, "Move down: Course")).toHaveFocus();
});

test("offers every published course", async () => {
  const { screen } = await show();
  await screen.getByRole("combobox", { name: "Course" }).selectOptions("Course 2");
  await expect.element(screen.getByRole("combobox", { name: "Course" })).toHaveValue("course-2");
});

test("says which question moved or went, and keeps the focus in the list", async () => {
  const { screen } = await show();
  await button(screen, "Move down: Do I need shoes?").click();
  await expect.element(screen.getByText("Do I need shoes?: place 2")).toBeInTheDocument();
  await expect.element(button(screen, "Move down: Do I need shoes?")).toHaveFocus();
  await button(screen, "Remove: Do I need shoes?").click();
  await expect.element(screen.getByText("Removed: Do I need shoes?")).toBeInTheDocument();
  await expect.element(button(screen, "Remove: Is it free?")).toHaveFocus();
  await button(screen, "Remove: Is it free?").click();
  await expect.element(button(screen, "Add a question")).toHaveFocus();
  await button(screen, "Remove: Questions").click();
  await expect.element(button(screen, "Remove: Course")).toHaveFocus();
  await button(screen, "Remove: Course").click();
  await expect.element(screen.getByRole("heading", { name: "Add a block" })).toHaveFocus();
  await expectAccessible(screen.container);
});

test("keeps typed translations when the draft is saved, beside those of new texts", async () => {
  let title = "Dance at home";
  const { screen } = await show({
    Translations: () => {
      const { translations } = texts(title);
      const [first] = translations;
      const added = { ...first, subject: "00000000-0000-4000-8000-000000000000" };
      return { translations: title === "Dance at home" ? [first] : [added, first] };
    },
    SaveTranslations: () => ({ saveTranslations: { ...texts("").translations[0], texts: [] } }),
  });
  await screen.getByText("Translations").click();
  const german = screen.getByRole("form", { name: "Deutsch" });
  await german.getByLabelText("Dance at home").fill("Tanz zu Hause");
  title = "Dance anywhere";
  await button(screen, "Save draft").click();
  await expect.element(german.getByLabelText("Dance anywhere").last()).toHaveValue("Tanz zu Hause");
  await expect.element(german.getByLabelText("Dance anywhere").first()).toHaveValue("");
});

test("shows that the page is being taken offline", async () => {
  const { promise, resolve } = late<unknown>();
  const { screen, sent } = await show({ WithdrawLandingPage: () => promise });
  await button(screen, "Take offline").dblClick();
  await expect.element(button(screen, "Take offline")).toHaveAttribute("aria-busy", "true");
  resolve({ withdrawLandingPage: { ...landing(2), publishedAt: null } });
  await expect.element(button(screen, "Take offline")).not.toBeInTheDocument();
  expect(sent.filter(({ to }) => to === "WithdrawLandingPage")).toHaveLength(1);
});

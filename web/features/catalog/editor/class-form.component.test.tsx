import "./editor.css";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late, type Answer } from "../../../gallery/network.ts";
import { longText, many } from "../../../gallery/story.ts";
import { emptyDraft } from "./class-draft.ts";
import type { Choices, EditedClass } from "./edited-class.ts";
import { Editor } from "./editor.tsx";

const named = (slug: string, name: string) => ({ slug, name });
const choices: Choices = {
  editedInstructors: [named("mira", "Mira")],
  styles: [named("house", "House"), named("latin", "Latin")],
  sections: [named("learn", "Learn")],
  categories: many(12, (index) => named(`category-${index}`, `Category ${index}`)),
};
const saved: EditedClass = {
  ...emptyDraft,
  id: "left",
  classId: "drag-the-left",
  title: "Drag the left",
  instructor: "mira",
  style: "house",
  section: "learn",
  categories: [],
  revision: 3,
  state: "draft",
  publishedAt: null,
  wasPublished: false,
  durationInMs: 60_000,
  thumbnailImageUrl: null,
  poster: { imageUrl: null, isChosen: false, isOwn: false, x: 50, y: 50, portrait: null },
  formerPosters: [],
  trailer: null,
  hasCounts: false,
  counts: null,
  sound: null,
  parts: [
    { key: 1, title: "Walk it", kind: "counts", startMs: 0, endMs: 20_000 },
    { key: 2, title: "Full out", kind: "full_out", startMs: 20_000, endMs: 40_000 },
  ],
  shortenedParts: [],
  unplacedParts: [],
  uprightSourceVideos: [],
  songs: [],
  sourceVideos: [],
  captions: [],
  formerCaptions: [],
  replacedSourceVideos: [],
  cutFromInMs: null,
  trim: { fromMs: null, toMs: null },
  isAvailable: false,
  framing: null,
  encodingPercent: null,
  errorReason: null,
  lacks: [],
  releaseAudience: "followers",
  schedule: { publishAt: null, leavesAt: null, localPublishAt: null, localLeavesAt: null, timeZone: "UTC" },
};
const answerOf = (found: EditedClass) => ({
  ...found,
  __typename: "EditedClass",
  parts: found.parts.map((part) => ({ ...part, __typename: "ClassPart" })),
  trim: { ...found.trim, __typename: "ClassTrim" },
  poster: { ...found.poster, __typename: "ClassPoster" },
  schedule: { ...found.schedule, __typename: "ClassSchedule" },
});

beforeEach(() => sessionStorage.clear());

async function show(answers: Record<string, Answer>, found: EditedClass | null = null) {
  const requests = answerRequests({
    StaffPermissions: () => ({ staffPermissions: ["editLibrary"] }),
    FollowerCount: () => ({ editedClass: { __typename: "EditedClass", id: "left", followerCount: 0 } }),
    ...answers,
  });
  const view = (now: EditedClass | null) => (
    <AppFrame>
      <Editor found={now} choices={choices} />
    </AppFrame>
  );
  const screen = await render(view(found));
  const field = (name: string) => page.elementLocator(screen.container.querySelector(`[name="${name}"]`)!);
  return {
    screen,
    /** What the form sent, without what the page asks for. */
    sent: () => requests.filter(({ to }) => to !== "StaffPermissions" && to !== "FollowerCount"),
    field,
    save: page.elementLocator(screen.container.querySelector(".edit-form [type=submit]")!),
    update: (now: EditedClass) => screen.rerender(view(now)),
    fill: async () => {
      await field("title").fill("Drag the left");
      await field("instructor").selectOptions("mira");
      await field("style").selectOptions("house");
      await field("section").selectOptions("learn");
    },
  };
}

test("asks for what is missing, and focuses the first field", async () => {
  const { screen, sent, field, save } = await show({});
  await field("description").fill("Two eights.");
  await save.click();
  for (const name of ["title", "instructor", "style", "section"]) {
    await expect.element(field(name)).toHaveAttribute("aria-invalid", "true");
    await expect.element(field(name)).toHaveAccessibleDescription(/\w{3}/);
  }
  await expect.element(field("title")).toHaveFocus();
  await expect.element(screen.getByText("Fix the highlighted fields.")).toBeVisible();
  expect(sent()).toEqual([]);
  await expectAccessible(screen.container);
});

test("creates one class for a double click", async () => {
  const { promise, resolve } = late<unknown>();
  const { sent, save, fill } = await show({ CreateClass: () => promise });
  await fill();
  await save.dblClick();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  resolve(graphqlRefusal("BAD_INPUT", "style"));
  await expect.element(save).not.toHaveAttribute("aria-busy");
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({ input: { title: "Drag the left", instructor: "mira" } });
});

test("shows a refusal next to its field, and preserves the input", async () => {
  const { field, save, fill } = await show({ CreateClass: () => graphqlRefusal("BAD_INPUT", "style") });
  await fill();
  await save.click();
  await expect.element(field("style")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("style")).toHaveFocus();
  await expect.element(field("title")).toHaveValue("Drag the left");
});

test("focuses the first wrong part, and sends nothing", async () => {
  const { sent, field, save } = await show({}, saved);
  await field("parts.0.end").fill("0:30");
  await save.click();
  await expect.element(field("parts.1.start")).toHaveFocus();
  await expect.element(field("parts.1.start")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("parts.1.start")).toHaveAccessibleDescription(/\w{3}/);
  expect(sent()).toEqual([]);
});

test("adds a part after the last one and focuses its title, moves and removes parts", async () => {
  const { screen, field } = await show({}, saved);
  await screen.getByRole("button", { name: "Add a part" }).click();
  await expect.element(field("parts.2.title")).toHaveFocus();
  await expect.element(field("parts.2.start")).toHaveValue("0:40");
  await screen.getByRole("button", { name: "Move Full out up" }).click();
  await expect.element(field("parts.0.title")).toHaveValue("Full out");
  await screen.getByRole("button", { name: "Remove Full out" }).click();
  await expect.element(field("parts.0.title")).toHaveValue("Walk it");
});

test("saves with the revision that the editor has seen, and has nothing left to save", async () => {
  const { sent, field, save } = await show(
    { ChangeClass: () => ({ changeClass: answerOf({ ...saved, title: "Left", revision: 4 }) }) },
    saved,
  );
  await field("title").fill("Left");
  await save.click();
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(sent()[0]?.body).toMatchObject({ classId: "left", revision: 3, input: { title: "Left" } });
  expect(sessionStorage).toHaveLength(0);
});

test("takes another editor's change of other fields, and asks about the same field", async () => {
  const { screen, field, update } = await show({}, saved);
  await field("title").fill("Mine");
  await update({ ...saved, title: "Theirs", style: "latin", revision: 4 });
  await expect.element(field("style")).toHaveValue("latin");
  await expect.element(field("title")).toHaveValue("Mine");
  await screen.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(field("title")).toHaveValue("Theirs");
});

test("restores an unsaved draft, and discards it on request", async () => {
  const first = await show({}, saved);
  await first.field("title").fill("Half typed");
  await first.screen.unmount();
  const { screen, field } = await show({}, saved);
  await expect.element(field("title")).toHaveValue("Half typed");
  await expect.element(screen.getByText("We restored your unsaved changes.")).toBeVisible();
  await screen.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(field("title")).toHaveValue("Drag the left");
  expect(sessionStorage).toHaveLength(0);
});

test("allows ten categories at most", async () => {
  const { screen, save, fill } = await show({});
  await fill();
  for (const { name } of choices.categories.slice(0, 11))
    await screen.getByRole("checkbox", { name, exact: true }).click();
  await save.click();
  await expect.element(screen.getByText("Choose 10 at most.")).toBeVisible();
});

test("shows the views that a class has, and others on request", async () => {
  const front = {
    id: "front",
    angle: "front" as const,
    fileName: "front.mp4",
    sizeInBytes: 1000,
    state: "ready" as const,
    errorReason: null,
    durationInMs: 60_000,
    hasAlignmentFailed: false,
    uploadedAt: null,
    alignment: null,
  };
  const { screen } = await show({}, { ...saved, sourceVideos: [front] });
  const view = (name: string) => screen.getByRole("group", { name, exact: true });
  await expect.element(view("Front")).toBeVisible();
  await expect.element(view("Left")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Add a view" }).click();
  for (const name of ["Back", "Feet", "Left", "Right", "Close-up"])
    await expect.element(view(name)).toBeVisible();
});

test("fits a phone with long text and sixty parts", async () => {
  await page.viewport(390, 900);
  const { screen } = await show(
    {},
    {
      ...saved,
      title: longText.slice(0, 100),
      description: longText,
      parts: many(60, (index) => ({
        key: index + 1,
        title: longText.slice(0, 60),
        kind: "counts" as const,
        startMs: index * 1000,
        endMs: index * 1000 + 1000,
      })),
    },
  );
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(390);
  await expect.element(screen.getByRole("button", { name: "Add a part" })).toHaveAttribute("aria-disabled");
});

import "../editor.css";
import "./captions.css";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../../gallery/accessibility.ts";
import { AppFrame } from "../../../../gallery/app-frame.tsx";
import { answerRequests, late } from "../../../../gallery/network.ts";
import type { EditedClass } from "../edited-class.ts";
import { CaptionEditor } from "./caption-editor.tsx";
import { ClassCaptions } from "./class-captions.tsx";

const path = "/studio/classes/left/captions/en";
const file = (text: string, revision: string) =>
  new Response(`WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`, { headers: { etag: `"${revision}"` } });
const conflict = () => Response.json({ error: { code: "CHANGED_MEANWHILE", message: "" } }, { status: 409 });

beforeEach(() => sessionStorage.clear());

/** @param answers to the requests for the captions, in their order */
async function show(...answers: (() => Response | Promise<Response>)[]) {
  const sent = answerRequests({ [path]: () => answers.shift()!() });
  const screen = await render(
    <AppFrame>
      <CaptionEditor classId="left" language="en" isNew={false} onClose={() => undefined} />
    </AppFrame>,
  );
  const save = screen.getByRole("button", { name: "Save captions" });
  return { screen, save, sent };
}

test("splits, adds, merges and deletes captions, and has nothing left to save afterwards", async () => {
  await page.viewport(390, 900);
  const { screen, save } = await show(
    () => file("Five six seven eight", "a"),
    () => new Response(null, { status: 204, headers: { etag: '"b"' } }),
  );
  await screen.getByRole("button", { name: "Split caption 1" }).click();
  const second = screen.getByRole("listitem", { name: "Caption 2" });
  await expect.element(second.getByLabelText("Text")).toHaveValue("seven eight");
  await expect.element(second.getByLabelText("Starts")).toHaveValue("0:02");
  await screen.getByRole("button", { name: "Add a caption after 2" }).click();
  const third = screen.getByRole("listitem", { name: "Caption 3" });
  await expect.element(third.getByLabelText("Text")).toHaveFocus();
  await save.click();
  await expect.element(screen.getByText("Enter a text, or delete the caption.")).toBeVisible();
  await screen.getByRole("button", { name: "Delete caption 3" }).click();
  await expect.element(second).toHaveFocus();
  await screen.getByRole("button", { name: "Merge caption 1 with the next one" }).click();
  await screen.getByLabelText("Text").fill("And turn");
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible(screen.container);
  await save.click();
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(sessionStorage).toHaveLength(0);
});

test("keeps what is typed while a save runs, and saves it over the saved revision", async () => {
  const slow = late<Response>();
  const { screen, save } = await show(
    () => file("Five", "a"),
    () => slow.promise,
    () => new Response(null, { status: 204, headers: { etag: '"c"' } }),
  );
  const text = screen.getByLabelText("Text");
  await text.fill("Six");
  await save.click();
  await text.fill("Seven");
  slow.resolve(new Response(null, { status: 204, headers: { etag: '"b"' } }));
  await expect.element(save).not.toHaveAttribute("aria-busy");
  await expect.element(text).toHaveValue("Seven");
  await save.click();
  await expect.element(screen.getByText("No unsaved changes.")).toBeVisible();
  const [, init] = vi.mocked(fetch).mock.calls.at(-1)!;
  expect(init!.headers).toMatchObject({ "if-match": '"b"' });
});

test("restores unsaved captions after a reload", async () => {
  const first = await show(() => file("Five", "a"));
  await first.screen.getByLabelText("Text").fill("Half typed");
  await first.screen.unmount();
  const { screen } = await show(() => file("Five", "a"));
  await expect.element(screen.getByLabelText("Text")).toHaveValue("Half typed");
  await screen.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(screen.getByLabelText("Text")).toHaveValue("Five");
  expect(sessionStorage).toHaveLength(0);
});

test("says which languages have unsaved captions after their editor was closed", async () => {
  const { screen } = await show(() => file("Five", "a"));
  await screen.getByLabelText("Text").fill("Half typed");
  await screen.unmount();
  const found = {
    id: "left",
    captions: [] as EditedClass["captions"],
    formerCaptions: [] as EditedClass["formerCaptions"],
  } as EditedClass;
  const list = await render(
    <AppFrame>
      <ClassCaptions found={found} edited={null} onEdit={() => undefined} />
    </AppFrame>,
  );
  const row = list.getByRole("listitem").filter({ hasText: "English" });
  await expect.element(row.getByText("Not saved yet")).toBeVisible();
  const closing = new Event("beforeunload", { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
});

test("asks whose captions stay when someone else has saved", async () => {
  const { screen, save } = await show(
    () => file("Five", "a"),
    conflict,
    () => file("Theirs", "b"),
  );
  await screen.getByLabelText("Text").fill("Mine");
  await save.click();
  await expect.element(screen.getByText(/Someone else changed these captions/)).toBeVisible();
  await expect.element(screen.getByLabelText("Text")).toHaveValue("Mine");
  await screen.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(screen.getByLabelText("Text")).toHaveValue("Theirs");
});

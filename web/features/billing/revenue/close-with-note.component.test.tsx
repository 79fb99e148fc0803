import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal } from "../../../gallery/network.ts";
import { CloseDifference } from "./close-difference.tsx";

async function show(answer: () => unknown) {
  const sent = answerRequests({ DifferenceClose: answer });
  const screen = await render(
    <AppFrame>
      <CloseDifference id="one" />
    </AppFrame>,
  );
  await screen.getByRole("button", { name: "Close" }).click();
  return {
    screen,
    sent,
    note: screen.getByRole("textbox"),
    close: screen.getByRole("button", { name: "Close" }),
  };
}

test("asks for a note, and closes with it once", async () => {
  const { screen, sent, note, close } = await show(() => ({ differenceClose: true }));
  await close.click();
  await expect.element(note).toHaveAttribute("aria-invalid", "true");
  await expect.element(note).toHaveFocus();
  await expectAccessible(screen.container);
  await note.fill("A refund by phone");
  await close.dblClick();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ id: "one", note: "A refund by phone" }]);
});

test("preserves the note if it couldn’t be saved", async () => {
  const { note, close } = await show(() => graphqlRefusal("UNKNOWN"));
  await note.fill("A refund by phone");
  await close.click();
  await expect.element(note).toHaveAttribute("aria-invalid", "true");
  await expect.element(note).toHaveValue("A refund by phone");
});

import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Frame } from "../../../gallery/frame.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { columns } from "./columns.ts";

async function open() {
  const screen = await render(
    <Frame>
      <p>Everything else</p>
      <ColumnChoice chosen={columns} onChoose={() => undefined} />
    </Frame>,
  );
  const box = screen.container.querySelector("details")!;
  const button = box.querySelector("summary")!;
  button.click();
  const first = screen.getByRole("checkbox", { name: "Plan" });
  await first.click();
  expect(box.open).toBe(true);
  return { screen, box, button };
}

test("closes by Escape, and gives the focus back to its button", async () => {
  const { box, button } = await open();
  await userEvent.keyboard("{Escape}");
  expect(box.open).toBe(false);
  expect(document.activeElement).toBe(button);
});

test("closes by a press elsewhere", async () => {
  const { screen, box } = await open();
  await screen.getByText("Everything else").click();
  expect(box.open).toBe(false);
});

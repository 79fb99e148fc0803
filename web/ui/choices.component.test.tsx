import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { stories as ranges } from "./range.stories.tsx";
import { stories as segments } from "./segments.stories.tsx";
import { stories as selects } from "./select.stories.tsx";

test("arrow keys change the chosen segment, and Tab leaves the group", async () => {
  const Three = segments.states["Three options"]!;
  const screen = await render(
    <>
      <Three />
      <button type="button">Next</button>
    </>,
  );
  await userEvent.keyboard("{Tab}{ArrowRight}");
  await expect.element(screen.getByRole("radio", { name: "Intermediate" })).toBeChecked();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(screen.getByRole("radio", { name: "Beginner" })).toBeChecked();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("button", { name: "Next" })).toHaveFocus();
});

test("two groups of segments on a page don't share their choice", async () => {
  const Three = segments.states["Three options"]!;
  const screen = await render(
    <>
      <Three />
      <Three />
    </>,
  );
  await screen.getByText("Advanced").last().click();
  expect(screen.getByRole("radio", { checked: true }).elements()).toHaveLength(2);
});

test("a select offers 500 options and takes the last", async () => {
  const Many = selects.states["500 options"]!;
  const screen = await render(<Many />);
  const select = screen.getByRole("combobox", { name: "Instructor" });
  expect(select.element().querySelectorAll("option")).toHaveLength(500);
  await select.selectOptions("Instructor 500");
  await expect.element(select).toHaveDisplayValue("Instructor 500");
});

test("the error of a select belongs to it", async () => {
  const Faulty = selects.states["Error"]!;
  const screen = await render(<Faulty />);
  const select = screen.getByRole("combobox");
  await expect.element(select).toBeInvalid();
  await expect.element(select).toHaveAccessibleDescription("Choose another instructor.");
});

test("a hidden label still names the select", async () => {
  const Hidden = selects.states["Hidden label"]!;
  const screen = await render(<Hidden />);
  await expect.element(screen.getByRole("combobox", { name: "Instructor" })).toBeVisible();
});

test("arrow keys move the slider by its step, and its value is spoken", async () => {
  const Tempo = ranges.states["In the middle"]!;
  const screen = await render(<Tempo />);
  await userEvent.keyboard("{Tab}{ArrowRight}");
  const slider = screen.getByRole("slider", { name: "Tempo" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "105 percent");
  await userEvent.keyboard("{End}");
  await expect.element(slider).toHaveValue("150");
});

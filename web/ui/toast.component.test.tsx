import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../gallery/accessibility.ts";
import { Frame } from "../gallery/frame.tsx";
import { copyText } from "./copy-text.ts";
import { stories } from "./toast.stories.tsx";

const Plain = stories.states["Plain"]!;
const WithAction = stories.states["With an action"]!;

test("announces a toast politely, and a later one replaces it", async () => {
  const screen = await render(
    <Frame>
      <Plain />
      <WithAction />
    </Frame>,
  );
  const region = screen.getByRole("status");
  await expect.element(region).toHaveTextContent("");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(region).toHaveTextContent("Profile saved.");
  await screen.getByRole("button", { name: "Remove" }).click();
  await expect.element(region).toHaveTextContent("Class removed.Undo");
  await expectAccessible(region.element());
});

test("leaves the submit button of a form free", async () => {
  const place = { position: "fixed", insetInline: "1rem", bottom: "1.5rem" } as const;
  const screen = await render(
    <Frame>
      <form style={place} onSubmit={(event) => event.preventDefault()}>
        <button type="submit" style={{ inlineSize: "100%" }}>
          Save form
        </button>
      </form>
      <Plain />
    </Frame>,
  );
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  const toast = screen.getByText("Profile saved.");
  await expect.element(toast).toBeVisible();
  const submit = screen.getByRole("button", { name: "Save form" });
  const bottom = toast.element().closest(".toast")!.getBoundingClientRect().bottom;
  expect(bottom).toBeLessThan(submit.element().getBoundingClientRect().top);
  await submit.click();
});

test("runs the action of a toast once and closes it", async () => {
  const screen = await render(
    <Frame>
      <WithAction />
    </Frame>,
  );
  await screen.getByRole("button", { name: "Remove" }).click();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByRole("status")).toHaveTextContent("Class restored.");
  await expect.element(screen.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("says what to do if the browser refuses to copy", async () => {
  const screen = await render(<Frame>{null}</Frame>);
  const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, "clipboard");
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")) },
  });
  await copyText("https://eightcount.example", { done: "Copied.", refused: "Select the link to copy it." });
  await expect.element(screen.getByRole("status")).toHaveTextContent("Select the link to copy it.");
  Reflect.deleteProperty(navigator, "clipboard");
  expect(Object.getOwnPropertyDescriptor(Navigator.prototype, "clipboard")).toEqual(clipboard);
  expect(page.getByRole("alert").elements()).toEqual([]);
});

import { Trash2 } from "lucide-react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button, IconButton } from "./button.tsx";

test("a busy button says so, keeps its width, and ignores presses", async () => {
  const onClick = vi.fn();
  const screen = await render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole("button", { name: "Save" });
  const { width } = button.element().getBoundingClientRect();
  await screen.rerender(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  );
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await button.click({ force: true });
  expect(onClick).not.toHaveBeenCalled();
  expect(button.element().getBoundingClientRect().width).toBe(width);
});

test("a busy submit button doesn't submit its form a second time", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const screen = await render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await screen.getByRole("button").click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a disabled button can be focused and explains why it is disabled", async () => {
  const onClick = vi.fn();
  const screen = await render(
    <Button disabledReason="Nothing has changed." onClick={onClick}>
      Save
    </Button>,
  );
  await userEvent.keyboard("{Tab}");
  const button = screen.getByRole("button", { name: "Save" });
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAccessibleDescription("Nothing has changed.");
  await userEvent.keyboard("{Enter}");
  expect(onClick).not.toHaveBeenCalled();
});

test("an icon button has a name and a target of 44 px", async () => {
  const screen = await render(<IconButton label="Delete video" icon={Trash2} />);
  const box = screen.getByRole("button", { name: "Delete video" }).element().getBoundingClientRect();
  expect([box.width, box.height]).toEqual([44, 44]);
});

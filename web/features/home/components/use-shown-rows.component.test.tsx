import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { useShownRows } from "./use-shown-rows.ts";

const drawn: number[] = [];

function Rows({ names, startsWhole }: { names: readonly string[]; startsWhole: boolean }) {
  const count = useShownRows(names.length, startsWhole);
  drawn.push(Math.min(count, names.length));
  return (
    <>
      <output>{count}</output>
      <ul>
        {names.slice(0, count).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}

const names = ["Own", "Suggested", "Streak", "Short", "Sections", "New"];

test("draws the rows below a first view one by one until all are there", async () => {
  drawn.length = 0;
  const screen = await render(<Rows names={names} startsWhole={false} />);
  await expect.element(screen.getByText("New")).toBeVisible();
  expect([...new Set(drawn)]).toEqual([2, 3, 4, 5, 6]);
});

test("draws all rows at once on a page without a first view", async () => {
  const screen = await render(<Rows names={names} startsWhole />);
  expect(screen.getByRole("listitem").elements()).toHaveLength(names.length);
});

test("cuts no row off when later data puts one between them", async () => {
  const screen = await render(<Rows names={names} startsWhole={false} />);
  await expect.element(screen.getByRole("status")).toHaveTextContent("Infinity");
  drawn.length = 0;
  await screen.rerender(<Rows names={["Continue", ...names]} startsWhole={false} />);
  expect(screen.getByRole("listitem").elements()).toHaveLength(names.length + 1);
  expect(drawn).not.toContain(names.length);
});

import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { PartDraft } from "../class-draft.ts";
import { usePartsHistory } from "./use-parts-history.ts";

const part = (title: string): PartDraft => ({ key: null, title, kind: "counts", start: "0:00", end: "0:20" });

/** Parts of a form which takes those of another editor when they are merged in. */
function Parts() {
  const [parts, setParts] = useState([part("First")]);
  const [taken, setTaken] = useState(0);
  const history = usePartsHistory(parts, setParts, taken);
  const [undone, setUndone] = useState(true);
  const takeTheirs = () => {
    setParts([part("Theirs")]);
    setTaken(taken + 1);
  };
  return (
    <>
      <p>{parts.map(({ title }) => title).join(" ")}</p>
      <button onClick={() => history.apply([...parts, part("Own")])}>Add</button>
      <button onClick={() => setParts([...parts, part("Typed")])}>Type</button>
      <button onClick={takeTheirs}>Merge</button>
      <button onClick={() => setUndone(history.undo())}>Undo</button>
      <button onClick={() => setUndone(history.redo())}>Redo</button>
      <p>{undone ? "Changed" : "Nothing left"}</p>
    </>
  );
}

test("undoes own changes and typing, and redoes them", async () => {
  const screen = await render(<Parts />);
  const press = (name: string) => screen.getByRole("button", { name }).click();
  await press("Add");
  await press("Type");
  await press("Undo");
  await expect.element(screen.getByText("First Own", { exact: true })).toBeVisible();
  await press("Undo");
  await expect.element(screen.getByText("First", { exact: true })).toBeVisible();
  await press("Undo");
  await expect.element(screen.getByText("Nothing left")).toBeVisible();
  await press("Redo");
  await expect.element(screen.getByText("First Own", { exact: true })).toBeVisible();
});

test("never takes back what another editor changed, and undoes what was done after it", async () => {
  const screen = await render(<Parts />);
  const press = (name: string) => screen.getByRole("button", { name }).click();
  await press("Add");
  await press("Undo");
  await press("Add");
  await press("Merge");
  await press("Undo");
  await expect.element(screen.getByText("Theirs", { exact: true })).toBeVisible();
  await press("Redo");
  await expect.element(screen.getByText("Theirs", { exact: true })).toBeVisible();
  await press("Add");
  await press("Undo");
  await expect.element(screen.getByText("Theirs", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Changed")).toBeVisible();
});

import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../../gallery/app-frame.tsx";
import type { PartDraft } from "../class-draft.ts";
import { ProposeParts } from "./propose-parts.tsx";

const proposed = [
  { sound: "talk", kind: "breakdown", startMs: 0, endMs: 20_000 },
  { sound: "music", kind: "counts", startMs: 20_000, endMs: 45_000 },
] as const;

/** The button beside no parts, or beside some. */
async function show(isAsked: boolean) {
  const accepted: PartDraft[][] = [];
  const screen = await render(
    <AppFrame>
      <ProposeParts proposed={proposed} isAsked={isAsked} onAccept={(parts) => accepted.push(parts)} />
    </AppFrame>,
  );
  return { accepted, propose: screen.getByRole("button", { name: "Propose parts" }), screen };
}

test("proposes the parts of a class that has none", async () => {
  const { accepted, propose } = await show(false);
  await propose.click();
  expect(accepted).toMatchObject([
    [
      { title: "Talk", start: "0:00", end: "0:20" },
      { title: "Music", start: "0:20", end: "0:45" },
    ],
  ]);
});

test("asks before it replaces parts", async () => {
  const { accepted, propose, screen } = await show(true);
  await propose.click();
  const question = screen.getByRole("dialog", { name: "Replace the parts?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(accepted).toEqual([]);
  await propose.click();
  await question.getByRole("button", { name: "Replace parts" }).click();
  expect(accepted).toHaveLength(1);
});

import { expect, test } from "vitest";
import { canMove, draftOf, inputOf, newBlock } from "./landing-draft.ts";

test("begins with an empty hero", () => {
  const { blocks } = draftOf({ draft: { title: "", description: "", blocks: [] } });
  expect(blocks).toMatchObject([{ kind: "hero", title: "", classes: [] }]);
});

test("keeps a class that left the library until it is taken out", () => {
  const saved = {
    ...newBlock("classes"),
    kind: "classes" as const,
    classIds: ["here", "gone"],
    classes: [{ id: "here", title: "Turns" }],
    courseId: null,
    instructors: [{ slug: "demo-ana" }],
  };
  const draft = draftOf({ draft: { title: "A", description: "", blocks: [saved] } });
  expect(draft.blocks[0]!.classes).toEqual([
    { id: "here", title: "Turns" },
    { id: "gone", title: null },
  ]);
  expect(inputOf(draft).blocks[0]).toMatchObject({
    classIds: ["here", "gone"],
    courseId: null,
    instructors: ["demo-ana"],
  });
});

test("keeps the hero first", () => {
  expect([canMove(0, 1, 3), canMove(1, -1, 3), canMove(1, 1, 3), canMove(2, 1, 3)]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

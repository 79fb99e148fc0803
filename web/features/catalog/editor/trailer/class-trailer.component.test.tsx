import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal } from "../../../../gallery/network.ts";
import { emptyDraft } from "../class-draft.ts";
import type { EditedClass } from "../edited-class.ts";
import { ClassTrailer } from "./class-trailer.tsx";

const found = {
  ...emptyDraft,
  id: "left",
  durationInMs: 60_000,
  thumbnailImageUrl: null,
  trailer: { fromMs: 10_000, toMs: 16_000, state: "ready", url: null },
  sound: null,
} as unknown as EditedClass;

test("moves a trailer without making it longer, and gives the focus back", async () => {
  const sent = answerRequests({
    ClassSound: () => graphqlRefusal("UNAVAILABLE"),
    SetClassTrailer: () => graphqlRefusal("UNAVAILABLE"),
  });
  const screen = await render(
    <AppFrame>
      <ClassTrailer found={found} />
    </AppFrame>,
  );
  await screen.getByRole("button", { name: "Change the trailer" }).click();
  await expect.element(screen.getByRole("group", { name: "Trailer" })).toHaveFocus();
  await userEvent.keyboard("{Tab}{Home}");
  await screen.getByRole("button", { name: "Set as trailer" }).click();
  await expect.element(screen.getByText("Couldn’t save. Try again.")).toBeVisible();
  expect(sent.find(({ to }) => to === "SetClassTrailer")?.body).toMatchObject({ fromMs: 0, toMs: 6_000 });
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByRole("button", { name: "Change the trailer" })).toHaveFocus();
});

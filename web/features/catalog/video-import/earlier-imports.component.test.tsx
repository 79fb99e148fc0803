import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests } from "../../../gallery/network.ts";
import { EarlierImports } from "./earlier-imports.tsx";

const imported = (id: string, name: string) => ({
  __typename: "VideoImport",
  id,
  name,
  createdAt: "2026-11-20T10:00:00.000Z",
});

test("adds an import that was just started to the list, and keeps the focus", async () => {
  const imports = [imported("salsa", "Salsa")];
  answerRequests({ VideoImportList: () => ({ videoImports: imports }) });
  const listOf = (shownId: string | null) => (
    <AppFrame>
      <EarlierImports shownId={shownId} />
    </AppFrame>
  );
  const screen = await render(listOf(null));
  const salsa = screen.getByRole("link", { name: "Salsa" });
  await expect.element(salsa).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(salsa).toHaveFocus();
  await screen.rerender(listOf("salsa"));
  imports.unshift(imported("house", "House"));
  await screen.rerender(listOf("house"));
  await expect.element(screen.getByRole("link", { name: "House" })).toBeVisible();
  await expect.element(salsa).toHaveFocus();
});

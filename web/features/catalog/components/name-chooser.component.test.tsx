import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, late } from "../../../gallery/network.ts";
import { NameChooser } from "./name-chooser.tsx";

test("says that it searches, and only then that there are no results", async () => {
  const answer = late<object>();
  answerRequests({
    FindInstructors: ({ search }) => (search === "" ? { instructors: [] } : answer.promise),
  });
  const screen = await render(<NameChooser of="instructor" onChoose={() => {}} onClose={() => {}} />, {
    wrapper: AppFrame,
  });
  const status = screen.getByRole("status");
  await expect.element(status).toHaveTextContent("Nothing here yet.");
  await screen.getByRole("searchbox", { name: "Name" }).fill("zoe");
  await expect.element(status).toHaveTextContent("Loading instructors");
  answer.resolve({ instructors: [] });
  await expect.element(status).toHaveTextContent("No results for “zoe”");
});

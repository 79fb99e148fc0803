import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests } from "../../../gallery/network.ts";
import { useMe } from "../../identity/public/me.ts";
import { InstructorLinks } from "./instructor-links.tsx";

const Name = () => <p>{useMe()?.name}</p>;

async function showTo(isChild: boolean) {
  const me = { __typename: "User", id: "u", uid: "mira", username: null, photoURL: null, familySize: 2 };
  answerRequests({ GetMeProfile: () => ({ me: { ...me, name: "Mira", isChild } }) });
  const screen = await render(
    <AppFrame>
      <Name />
      <InstructorLinks instructor={{ name: "Ana", links: ["https://www.instagram.com/demo.ana"] }} />
    </AppFrame>,
  );
  await expect.element(screen.getByText("Mira")).toBeVisible();
  return screen.getByRole("link", { name: "Instagram of Ana" });
}

test("links to an instructor’s pages elsewhere", async () => {
  await expect.element(await showTo(false)).toBeVisible();
});

test("leads a child to no page outside of the app", async () => {
  await expect.element(await showTo(true)).not.toBeInTheDocument();
});

import "./messages.css";
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late } from "../../../gallery/network.ts";
import type { EditedAnnouncement } from "./announcement-fragment.ts";
import { AnnouncementForm } from "./announcement-form.tsx";

const written: EditedAnnouncement = {
  id: "roof",
  version: 1,
  state: "draft",
  subject: "On the roof",
  texts: [{ locale: "en", subject: "On the roof", body: "At eight." }],
  cards: [],
  audience: {
    stage: null,
    planId: null,
    countryCode: null,
    currencyCode: null,
    joinedFrom: null,
    joinedUntil: null,
    danced: null,
    coupon: null,
    style: null,
  },
  savedAt: "2026-11-20T10:00:00.000Z",
  scheduledAt: null,
  scheduledLocal: null,
  sentAt: null,
  notified: 0,
  figures: {
    byInbox: 0,
    byPush: 0,
    byEmail: 0,
    delivered: 0,
    bounced: 0,
    complained: 0,
    opened: 0,
    clicked: 0,
    danced: 0,
    cameBack: 0,
  },
};

beforeEach(() => sessionStorage.clear());

async function show(save: () => unknown = () => null) {
  const sent = answerRequests({
    SaveAnnouncement: save,
    MessageCourses: () => ({ courses: { __typename: "CoursePage", items: [], nextCursor: null } }),
    AudienceCount: () => graphqlRefusal("UNAVAILABLE"),
    StudioPeopleOptions: () => graphqlRefusal("UNAVAILABLE"),
  });
  const screen = await render(
    <AppFrame>
      <AnnouncementForm
        announcement={written}
        id={written.id}
        studioLocale="en"
        timeZone="Europe/Berlin"
        onChanged={() => undefined}
        onDeleted={() => undefined}
      />
    </AppFrame>,
  );
  return { screen, sent };
}

test("restores an announcement that wasn’t saved, and warns before the tab is closed", async () => {
  const first = await show();
  await first.screen.getByLabelText("Subject").fill("Half typed");
  await expect.element(first.screen.getByText("Not saved yet")).toBeVisible();
  const closing = new Event("beforeunload", { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await first.screen.unmount();
  const { screen } = await show();
  await expect.element(screen.getByLabelText("Subject")).toHaveValue("Half typed");
  await expect.element(screen.getByText("We restored your unsaved changes.")).toBeVisible();
});

test("keeps what is typed while a save runs", async () => {
  const slow = late<unknown>();
  const { screen } = await show(() => slow.promise);
  const subject = screen.getByLabelText("Subject");
  await subject.fill("Saved");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await subject.fill("Typed during the save");
  slow.resolve({
    saveAnnouncement: {
      ...written,
      __typename: "Announcement",
      version: 2,
      texts: [{ ...written.texts[0]!, __typename: "MessageText" }],
      audience: { ...written.audience, __typename: "MessageAudience" },
      figures: { ...written.figures, __typename: "MessageFigures" },
    },
  });
  await expect.element(screen.getByText("Announcement saved.")).toBeInTheDocument();
  await expect.element(subject).toHaveValue("Typed during the save");
  await expect.element(screen.getByText("Not saved yet")).toBeVisible();
});

test("asks before it deletes an announcement", async () => {
  const { screen, sent } = await show();
  await screen.getByRole("button", { name: "Delete…" }).click();
  const remove = screen.getByRole("button", { name: "Delete announcement" });
  await expect.element(remove).toBeVisible();
  expect(sent.filter(({ to }) => to === "DeleteAnnouncement")).toEqual([]);
});

test("adds a promo code by Enter, and saves nothing", async () => {
  const { screen, sent } = await show();
  await screen.getByLabelText("Add a promo code").fill("roof20");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("button", { name: "Remove ROOF20" })).toBeVisible();
  expect(sent.filter(({ to }) => to === "SaveAnnouncement")).toEqual([]);
});

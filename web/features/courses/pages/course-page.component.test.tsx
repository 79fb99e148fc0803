import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal } from "../../../gallery/network.ts";
import { Page } from "./course-page.tsx";

const course = (startDays: readonly string[]) => ({
  me: null,
  course: {
    __typename: "Course",
    id: "house",
    slug: "house-in-ten",
    title: "House in ten",
    description: "",
    thumbnailImageUrl: null,
    pace: "open",
    weekCount: 1,
    classCount: 0,
    durationInMs: 0,
    joinedCount: null,
    setId: "set",
    certificateId: null,
    prerequisite: null,
    follow: {
      __typename: "Follow",
      id: "follow",
      kind: "course",
      slug: "house-in-ten",
      name: "House in ten",
      isFollowing: false,
    },
    instructors: [],
    isJoined: false,
    startsOn: startDays[0],
    startDays,
    completedAt: null,
    progress: { __typename: "CourseProgress", completedCount: 0, next: null, classes: [] },
  },
});

test("joins the day that is shown, and shows the days again once it can’t be joined", async () => {
  const [begun, soon, later] = ["2098-12-01", "2098-12-15", "2099-01-12"];
  let days = [begun, soon];
  const sent = answerRequests({
    CoursePage: () => course(days),
    JoinCourse: () => {
      days = [soon, later];
      return graphqlRefusal("BAD_INPUT", "startsOn");
    },
  });
  const screen = await render(<Page />, { wrapper: AppFrame });
  const day = screen.getByLabelText("Your start day");
  await expect.element(day).toHaveValue(begun);
  await expect.element(screen.getByRole("option", { name: "Dec 15, 2098" })).toBeInTheDocument();
  await screen.getByRole("button", { name: "Join course" }).click();
  await expect.element(day).toHaveValue(soon);
  expect(sent.find(({ to }) => to === "JoinCourse")?.body).toMatchObject({ startsOn: begun });
});

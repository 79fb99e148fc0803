import { beforeEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, type Answer } from "../../../../gallery/network.ts";
import type { EditedSeries, EditedStep } from "./series-fragment.ts";
import { StepForm } from "./step-form.tsx";

const figures = {
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
};

/** A series with a step in a version, with a text. */
function seriesWith(version: number, body: string): EditedSeries & { steps: [EditedStep] } {
  const texts = [{ locale: "en", subject: "Hello", body }];
  const step = {
    id: "hello",
    delay: 1,
    subject: "Hello",
    texts,
    cards: [],
    notified: 0,
    figures,
  };
  return {
    id: "welcome",
    name: "welcome",
    version,
    isOn: false,
    steps: [step],
  };
}

/** The same, as the server answers. */
function answerOf({ steps, ...series }: EditedSeries): object {
  return {
    ...series,
    __typename: "MessageSeries",
    steps: steps.map((step) => ({
      ...step,
      __typename: "SeriesStep",
      texts: step.texts.map((text) => ({ ...text, __typename: "MessageText" })),
      figures: { ...figures, __typename: "MessageFigures" },
    })),
  };
}

beforeEach(() => sessionStorage.clear());

const formOf = (series: EditedSeries & { steps: [EditedStep] }) => (
  <AppFrame>
    <StepForm series={series} step={series.steps[0]} id="hello" studioLocale="en" onClose={() => undefined} />
  </AppFrame>
);

/** The form of a step, where a colleague has saved `theirs` since it was opened. */
async function showOutdated(theirs: EditedSeries) {
  const save: Answer = ({ version }) => {
    if (version !== theirs.version) return graphqlRefusal("CHANGED_MEANWHILE");
    return {
      saveSeriesStep: answerOf({ ...theirs, version: theirs.version + 1 }),
    };
  };
  const sent = answerRequests({
    SaveSeriesStep: save,
    Series: () => ({
      series: answerOf(theirs),
      messageWriter: {
        __typename: "MessageWriter",
        locale: "en",
        timeZone: "Europe/Berlin",
      },
    }),
    MessageCourses: () => ({
      courses: { __typename: "CoursePage", items: [], nextCursor: null },
    }),
  });
  const screen = await render(formOf(seriesWith(1, "Welcome.")));
  return {
    screen,
    saves: () => sent.filter(({ to }) => to === "SaveSeriesStep").map(({ body }) => body),
  };
}

test("asks which text to save after a colleague changed it, however the page was refreshed", async () => {
  const theirs = seriesWith(2, "Theirs.");
  const { screen, saves } = await showOutdated(theirs);
  const text = screen.getByLabelText("Message text");
  await text.fill("Mine.");
  await screen.rerender(formOf(theirs));
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Someone else edited this message", { exact: false })).toBeVisible();
  expect(saves().map(({ version }) => version)).toEqual([1]);
  await screen.getByText("Their version").click();
  await expect.element(text).toHaveValue("Theirs.");
  await screen.getByText("My version").click();
  await expect.element(text).toHaveValue("Mine.");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Message saved.")).toBeInTheDocument();
  expect(saves().at(-1)).toMatchObject({
    version: 2,
    texts: expect.arrayContaining([{ locale: "en", subject: "Hello", body: "Mine." }]),
  });
});

test("saves a step although another one of its series was changed since", async () => {
  const { screen, saves } = await showOutdated(seriesWith(2, "Welcome."));
  await screen.getByLabelText("Message text").fill("Mine.");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Message saved.")).toBeInTheDocument();
  expect(saves().map(({ version }) => version)).toEqual([1, 2]);
});

/** The hooks over the client, with a network of the test. Documents are texts, as the build writes them. */
import type { TypedDocumentNode } from "@urql/core";
import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { BootResult } from "../../contract/boot.ts";
import { answerRequests, graphqlRefusal, late, type Answer } from "../gallery/network.ts";
import { browserDeps } from "./browser-session.ts";
import { defineCacheUpdates } from "./cache.ts";
import { useClient, useMutation, useQuery } from "./hooks.ts";
import { invalidateQueries } from "./invalidate.ts";
import { GraphqlProvider } from "./provider.tsx";
import { Session } from "./session.ts";

type Instructor = { __typename: "InstructorPublic"; slug: string; name: string };
const InstructorQuery =
  `query TestInstructor($slug: String!) { instructorBySlugPublic(slug: $slug) { __typename slug name } }` as unknown as TypedDocumentNode<
    { instructorBySlugPublic: Instructor | null },
    { slug: string }
  >;
const CreateStyle =
  `mutation TestCreateStyle($name: String!) { createStyle(name: $name) { __typename slug name } }` as unknown as TypedDocumentNode<
    { createStyle: { slug: string; name: string } },
    { name: string }
  >;

const StylesQuery = `query TestStyles { styles { __typename slug name } }` as unknown as TypedDocumentNode<{
  styles: readonly { name: string }[];
}>;

const named = (slug: string) => ({
  instructorBySlugPublic: { __typename: "InstructorPublic", slug, name: `Name of ${slug}` },
});
const booted: BootResult = {
  operationName: "TestInstructor",
  variables: { slug: "ana" },
  data: named("ana"),
};

/** Shows the query's state, and controls for its variables. */
function Shown({ initial = "ana", isPaused = false }: { initial?: string; isPaused?: boolean }) {
  const [slug, setSlug] = useState(initial);
  const [pause, setPause] = useState(isPaused);
  const [{ data, error, fetching }, again] = useQuery({ query: InstructorQuery, variables: { slug }, pause });
  return (
    <>
      <p>{data?.instructorBySlugPublic?.name ?? "no data"}</p>
      <p>{fetching ? "fetching" : "idle"}</p>
      <p>{error ? "failed" : "fine"}</p>
      <button type="button" onClick={() => setSlug("ben")}>
        Other
      </button>
      <button type="button" onClick={() => setPause(false)}>
        Go
      </button>
      <button type="button" onClick={() => again({ requestPolicy: "network-only" })}>
        Again
      </button>
    </>
  );
}

function Creator() {
  const [{ data, error, fetching }, create] = useMutation(CreateStyle);
  const [result, setResult] = useState("");
  return (
    <>
      <p>{fetching ? "fetching" : "idle"}</p>
      <p>{error ? "failed" : (data?.createStyle.name ?? "no data")}</p>
      <p>{result}</p>
      <button
        type="button"
        onClick={() =>
          void create({ name: "Tap" }).then((answer) => setResult(answer.error ? "refused" : "done"))
        }
      >
        Create
      </button>
    </>
  );
}

async function show(
  children: React.ReactNode,
  answers: Record<string, Answer>,
  results: BootResult[] = [booted],
) {
  const sent = answerRequests(answers);
  const session = new Session(browserDeps(), null);
  const screen = await render(
    <GraphqlProvider session={session} boot={{ release: "test", results }}>
      {children}
    </GraphqlProvider>,
  );
  return { screen, sent, shows: (text: string) => expect.element(screen.getByText(text)).toBeVisible() };
}

test("answers a query from the boot data without a request", async () => {
  const { sent, shows } = await show(<Shown />, {});
  await shows("Name of ana");
  await shows("idle");
  expect(sent).toEqual([]);
});

test("fetches what the boot data doesn't have, and says that it does", async () => {
  const { promise, resolve } = late<unknown>();
  const { shows } = await show(<Shown />, { TestInstructor: () => promise }, []);
  await shows("no data");
  await shows("fetching");
  resolve(named("ana"));
  await shows("Name of ana");
  await shows("idle");
});

test("keeps the data of earlier variables until the new ones are answered", async () => {
  const { promise, resolve } = late<unknown>();
  const { screen, sent, shows } = await show(<Shown />, { TestInstructor: () => promise });
  await screen.getByRole("button", { name: "Other" }).click();
  await shows("fetching");
  await shows("Name of ana");
  resolve(named("ben"));
  await shows("Name of ben");
  expect(sent.map(({ body }) => body)).toEqual([{ slug: "ben" }]);
});

test("sends nothing while paused", async () => {
  const { screen, sent, shows } = await show(
    <Shown initial="ben" isPaused />,
    { TestInstructor: ({ slug }) => named(String(slug)) },
    [],
  );
  await shows("no data");
  await shows("idle");
  expect(sent).toEqual([]);
  await screen.getByRole("button", { name: "Go" }).click();
  await shows("Name of ben");
});

test("shows the failure of a repeated query", async () => {
  const { screen, shows } = await show(<Shown />, { TestInstructor: () => graphqlRefusal("INTERNAL") });
  await screen.getByRole("button", { name: "Again" }).click();
  await shows("failed");
  await shows("idle");
});

test("shows a mutation that is being sent, and its result", async () => {
  const { promise, resolve } = late<unknown>();
  const { screen, sent, shows } = await show(<Creator />, { TestCreateStyle: () => promise });
  await screen.getByRole("button", { name: "Create" }).click();
  await shows("fetching");
  resolve({ createStyle: { __typename: "ClassStyle", slug: "tap", name: "Tap" } });
  await shows("Tap");
  await shows("idle");
  await shows("done");
  expect(sent.map(({ body }) => body)).toEqual([{ name: "Tap" }]);
});

test("gives the error of a mutation to its state and to its caller", async () => {
  const { screen, shows } = await show(<Creator />, {
    TestCreateStyle: () => graphqlRefusal("NAME_TAKEN", "name"),
  });
  await screen.getByRole("button", { name: "Create" }).click();
  await shows("failed");
  await shows("refused");
});

function Styles() {
  const [{ data }] = useQuery({ query: StylesQuery, requestPolicy: "cache-and-network" });
  return <p>{data ? `Styles: ${data.styles.map(({ name }) => name).join()}` : "no styles"}</p>;
}

test("shows a list whose request was under way while a mutation made it outdated", async () => {
  defineCacheUpdates({ createStyle: invalidateQueries });
  const { promise, resolve } = late<unknown>();
  const styles = (name: string) => ({
    styles: [{ __typename: "ClassStyle", slug: name.toLowerCase(), name }],
  });
  const answers = [promise, styles("Salsa")];
  const { screen, shows } = await show(
    <>
      <Styles />
      <Creator />
    </>,
    {
      TestStyles: () => answers.shift() ?? styles("Salsa"),
      TestCreateStyle: () => ({ createStyle: { __typename: "ClassStyle", slug: "tap", name: "Tap" } }),
    },
    [{ operationName: "TestStyles", variables: {}, data: styles("House") }],
  );
  await shows("Styles: House");
  await screen.getByRole("button", { name: "Create" }).click();
  await shows("done");
  resolve(styles("Jazz"));
  await shows("Styles: Salsa");
});

function Asker() {
  const client = useClient();
  const [answer, setAnswer] = useState("not asked");
  const ask = async (): Promise<void> => {
    setAnswer("asking");
    const { data } = await client.query(StylesQuery, {}, { requestPolicy: "network-only" });
    setAnswer(data ? `Answer: ${data.styles.map(({ name }) => name).join()}` : "no answer");
  };
  return (
    <>
      <p>{answer}</p>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
    </>
  );
}

test("answers a single query whose request was under way while a mutation made it outdated", async () => {
  defineCacheUpdates({ createStyle: invalidateQueries });
  const { promise, resolve } = late<unknown>();
  const styles = (name: string) => ({
    styles: [{ __typename: "ClassStyle", slug: name.toLowerCase(), name }],
  });
  const answers = [styles("House"), promise, styles("Salsa")];
  const { screen, shows } = await show(
    <>
      <Asker />
      <Creator />
    </>,
    {
      TestStyles: () => answers.shift(),
      TestCreateStyle: () => ({ createStyle: { __typename: "ClassStyle", slug: "tap", name: "Tap" } }),
    },
  );
  const press = () => screen.getByRole("button", { name: "Ask" }).click();
  await press();
  await shows("Answer: House");
  await press();
  await shows("asking");
  await screen.getByRole("button", { name: "Create" }).click();
  await shows("done");
  resolve(styles("Jazz"));
  await shows("Answer: Salsa");
});

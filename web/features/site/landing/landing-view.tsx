import "../site.css";
import "./landing-editor.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { showToast } from "../../../ui/toast.ts";
import { Translations } from "../public/translations.tsx";
import { EditedLandingFragment, type EditedLanding } from "./edited-landing.ts";

// The form library isn't part of a first load.
const LandingForm = lazy(async () => ({ default: (await import("./landing-form.tsx")).LandingForm }));

const EditedLandingQuery = graphql(
  `
    query EditedLandingPage {
      editedLandingPage {
        ...EditedLanding
      }
      editedInstructors {
        slug
        name
      }
      courses(pagination: { first: 48 }) {
        items {
          id
          title
        }
        nextCursor
      }
    }
  `,
  [EditedLandingFragment],
);
const CoursesQuery = graphql(`
  query LandingCourses($after: String) {
    courses(pagination: { first: 48, after: $after }) {
      items {
        id
        title
      }
      nextCursor
    }
  }
`);
type CoursePage = ResultOf<typeof CoursesQuery>["courses"];

/** Published courses, also of the pages after the first; null while they load. Without a connection it ends early. */
function useAllCourses(first: CoursePage | undefined): CoursePage["items"] | null {
  const client = useClient();
  const [further, setFurther] = useState<CoursePage["items"] | null>(null);
  const cursor = first?.nextCursor ?? null;
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      const found: CoursePage["items"] = [];
      for (let after = cursor; after !== null && !isOver;) {
        const { data } = await client.query(CoursesQuery, { after }, { requestPolicy: "network-only" });
        found.push(...(data?.courses.items ?? []));
        after = data?.courses.nextCursor ?? null;
      }
      if (!isOver) setFurther(found);
    };
    if (cursor !== null) void load();
    return () => {
      isOver = true;
    };
  }, [client, cursor]);
  if (!first || cursor === null) return first?.items ?? null;
  return further && [...first.items, ...further];
}

/** The editor of the landing page. */
export function LandingView() {
  const { t } = useLingui();
  const query = useQuery({ query: EditedLandingQuery, requestPolicy: "network-only" });
  const [{ data }] = query;
  const client = useClient();
  const courses = useAllCourses(data?.courses);
  // The version that the editor has seen, and how often its input was replaced by an explicit reload.
  const [seen, setSeen] = useState<EditedLanding | null>(null);
  const [edition, setEdition] = useState(0);
  const found = seen ?? (data ? readFragment(EditedLandingFragment, data.editedLandingPage) : null);
  const reload = async (): Promise<void> => {
    const answer = await client.query(EditedLandingQuery, {}, { requestPolicy: "network-only" });
    if (!answer.data) return showToast(t`We couldn’t connect. Try again.`);
    setSeen(readFragment(EditedLandingFragment, answer.data.editedLandingPage));
    setEdition(edition + 1);
  };
  const publishedOn = found?.publishedAt ? formatMoment(new Date(found.publishedAt), "dateTime") : null;
  return (
    <StudioPage
      title={t`Landing page`}
      note={
        publishedOn === null
          ? t`Not published. New visitors begin at the home page.`
          : found?.isChanged
            ? t`Published ${publishedOn}. The draft has changes that visitors don’t see yet.`
            : t`Published ${publishedOn}. New visitors begin here.`
      }
      query={query}
    >
      {data && found && courses && (
        <Suspense>
          <LandingForm
            key={edition}
            landing={found}
            instructors={data.editedInstructors}
            courses={courses}
            onChanged={setSeen}
            onReload={() => void reload()}
          />
          <Translations kind="landing" version={found.version} />
        </Suspense>
      )}
    </StudioPage>
  );
}

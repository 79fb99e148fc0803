import "../site.css";
import "./landing-editor.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { showToast } from "../../../ui/toast.tsx";
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
      studioCourses(pagination: { first: 48 }) {
        items {
          id
          title
          publishedAt
        }
      }
    }
  `,
  [EditedLandingFragment],
);

/** The editor of the landing page. */
export function LandingView() {
  const { t } = useLingui();
  const query = useQuery({ query: EditedLandingQuery, requestPolicy: "network-only" });
  const [{ data }] = query;
  const client = useClient();
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
      {data && found && (
        <Suspense>
          <LandingForm
            key={edition}
            landing={found}
            instructors={data.editedInstructors}
            courses={data.studioCourses.items.filter(({ publishedAt }) => publishedAt !== null)}
            onChanged={setSeen}
            onReload={() => void reload()}
          />
          <Translations key={found.version} kind="landing" />
        </Suspense>
      )}
    </StudioPage>
  );
}

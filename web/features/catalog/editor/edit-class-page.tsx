import "./editor.css";
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { ChoicesFragment, ClassSoundFragment, EditedClassFragment, EditorQuery } from "./edited-class.ts";
import { PageSkeleton } from "../../studio/public/page-skeleton.tsx";

const EditedClassChanged = graphql(
  `
    subscription EditedClassChanged($classId: ID!) {
      editedClassChanged(classId: $classId) {
        id
        ...EditedClass
        ...ClassSound
      }
    }
  `,
  [EditedClassFragment, ClassSoundFragment],
);
const { Part: Editor, preload } = lazyPart(async () => (await import("./editor.tsx")).Editor);
preload();

/** The class editor: attributes, source videos, captions and publication. */
export function Page() {
  const { t } = useLingui();
  const { classId } = useParams() as { classId?: string };
  const isNew = classId === undefined;
  const query = useQuery({
    query: EditorQuery,
    variables: { classId: classId ?? "", isNew },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const found = readFragment(EditedClassFragment, data?.editedClass) ?? null;
  useLive(EditedClassChanged, { classId: found?.id ?? "" }, { isOff: found === null });
  return (
    <StudioPage
      title={isNew ? t`New class` : (found?.title ?? t`Class`)}
      note={isNew ? t`Only you can see a draft. Save it to add video and captions.` : null}
      neighbours={<Link to={paths.instructorClasses()}>{t`Classes`}</Link>}
      query={query}
    >
      {data && (isNew || found) && (
        <Suspense fallback={<PageSkeleton />}>
          <Editor key={found?.id} found={found} choices={readFragment(ChoicesFragment, data)} />
        </Suspense>
      )}
    </StudioPage>
  );
}

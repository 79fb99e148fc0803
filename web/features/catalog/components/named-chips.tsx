import { useLingui } from "@lingui/react/macro";
import { ChevronDown, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useMe } from "../../identity/public/me.ts";
import type { LibraryFilters } from "./library-filters.ts";

// Lazy: few press it.
const NameChooser = lazy(async () => ({ default: (await import("./name-chooser.tsx")).NameChooser }));

const LibraryInstructorQuery = graphql(`
  query LibraryInstructor($slug: String!) {
    instructorBySlugPublic(slug: $slug) {
      slug
      name
    }
  }
`);
const LibrarySongQuery = graphql(`
  query LibrarySong($slug: String!) {
    song(slug: $slug) {
      id
      slug
      title
    }
  }
`);

type Named = Pick<LibraryFilters, "instructor" | "song" | "danced">;

/** Names of the filters without a list of options; the slugs of the instructor and the song until they are known. */
export function useChosenNames({ instructor, song, danced }: Named): Named {
  const { t } = useLingui();
  const [{ data: found }] = useQuery({
    query: LibraryInstructorQuery,
    variables: { slug: instructor },
    pause: instructor === "",
  });
  const [{ data: sung }] = useQuery({
    query: LibrarySongQuery,
    variables: { slug: song },
    pause: song === "",
  });
  return {
    instructor: instructor && (found?.instructorBySlugPublic?.name ?? instructor),
    song: song && (sung?.song?.title ?? song),
    danced: danced && t`Not danced yet`,
  };
}

type NamedChipsProps = {
  chosen: Named;
  onChoose: (change: Partial<Named>) => void;
};

/** What isn't chosen from a list of options: the instructor, the song, and classes that the viewer hasn't danced. */
export function NamedChips({ chosen, onChoose }: NamedChipsProps) {
  const { t } = useLingui();
  const names = useChosenNames(chosen);
  const me = useMe();
  const [opened, setOpened] = useState<"instructor" | "song" | null>(null);
  const labels = { instructor: t`Instructor`, song: t`Song` };
  return (
    <>
      {(["instructor", "song"] as const).map((name) => {
        const label = names[name];
        return label === "" ? (
          <button
            key={name}
            type="button"
            className="chip"
            aria-haspopup="dialog"
            onClick={() => setOpened(name)}
          >
            {labels[name]}
            <Icon of={ChevronDown} size="s" />
          </button>
        ) : (
          <button
            key={name}
            type="button"
            className="chip chip-on"
            aria-label={t`Remove: ${label}`}
            onClick={() => onChoose({ [name]: "" })}
          >
            <bdi>{label}</bdi>
            <Icon of={X} size="s" />
          </button>
        );
      })}
      {(me || chosen.danced) && (
        <button
          type="button"
          className="chip"
          aria-pressed={chosen.danced !== ""}
          onClick={() => onChoose({ danced: chosen.danced ? "" : "no" })}
        >
          {t`Not danced yet`}
        </button>
      )}
      {opened && (
        <Suspense>
          <NameChooser
            of={opened}
            onChoose={(slug) => {
              setOpened(null);
              onChoose({ [opened]: slug });
            }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

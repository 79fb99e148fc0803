import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { LibraryFilters } from "./library-filters.ts";

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

type Named = Pick<LibraryFilters, "instructor" | "song">;

/** Names of the chosen instructor and song; their slugs until they are known. */
export function useChosenNames({ instructor, song }: Named): Named {
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
  };
}

/** The chosen instructor and song, each a chip that removes it. */
export function NamedChips({
  chosen,
  onChoose,
}: {
  chosen: Named;
  onChoose: (change: Partial<Named>) => void;
}) {
  const { t } = useLingui();
  const names = useChosenNames(chosen);
  return (["instructor", "song"] as const).map((name) => {
    const label = names[name];
    return (
      label !== "" && (
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
      )
    );
  });
}

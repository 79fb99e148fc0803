import "./section-index.css";
import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { ChevronRight } from "lucide-react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SectionRowFragment } from "./section-row.ts";

type SectionIndexProps = { sections: readonly (FragmentOf<typeof SectionRowFragment> & { slug: string })[] };

/** The sections of the library, as an index in the display font. */
export function SectionIndex({ sections }: SectionIndexProps) {
  const { t } = useLingui();
  return (
    <nav className="sec" aria-label={t`Browse sections`}>
      <ul>
        {sections.map((item) => {
          const { slug, name, description } = readFragment(SectionRowFragment, item);
          return (
            <li key={slug}>
              <Link className="index-i" to={paths.library()} search={{ section: slug }}>
                <span className="d2">{name}</span>
                <span className="muted pretty">{description}</span>
                <Icon of={ChevronRight} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { LandingContent } from "../landing/landing-content.tsx";
import { LandingFragment } from "../landing/landing-fragment.ts";

const LandingPageQuery = graphql(
  `
    query LandingPage {
      landingPage {
        ...Landing
      }
    }
  `,
  [LandingFragment],
);

/** Who the studio is, for visitors who were never here. */
export function Page() {
  const query = useQuery({ query: LandingPageQuery });
  return <LandingContent query={query} page={query[0].data?.landingPage} />;
}

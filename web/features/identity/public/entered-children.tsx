import "../identity.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { MemberForm } from "../components/member-form.tsx";

const EnteredChildrenQuery = graphql(`
  query EnteredChildren {
    me {
      id
      name
    }
    children {
      id
      age
      profileId
    }
    family {
      id
      hasPin
      maxMembers
      members {
        id
      }
    }
  }
`);

/**
 * Children entered during onboarding without a profile yet, each with a button to create one; nothing if
 * there are none.
 */
export function EnteredChildren() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: EnteredChildrenQuery, requestPolicy: "cache-and-network" });
  const [naming, setNaming] = useState<string | null>(null);
  const left = data?.children.filter(({ profileId }) => profileId === null) ?? [];
  if (!data || left.length === 0) return null;
  if (!data.me?.name)
    return (
      <p className="muted pretty">
        {t`Give each child a profile with their own classes and badges, and nothing explicit.`}{" "}
        <Link className="link strong" to={paths.register()} search={{ next: `${paths.settings()}#family` }}>
          {t`Sign up first`}
        </Link>
        .
      </p>
    );
  const { hasPin, members, maxMembers } = data.family;
  if (members.length > maxMembers) return null;
  return (
    <section className="stack" aria-labelledby="told-children">
      <h3 className="t4" id="told-children">{t`Add child profiles?`}</h3>
      <p className="muted pretty">{t`You told us about your kids. Add a name to create each profile.`}</p>
      <ul className="told-children">
        {left.map(({ id, age }) => {
          const who =
            age === 0
              ? t`Your baby (under 1)`
              : plural(age, { one: "Your #-year-old", other: "Your #-year-old" });
          return (
            <li key={id}>
              {naming === id ? (
                <MemberForm
                  childId={id}
                  needsPin={!hasPin}
                  onDone={() => setNaming(null)}
                  onCancel={() => setNaming(null)}
                />
              ) : (
                <>
                  <span>{who}</span>
                  <Button size="s" aria-label={t`Create profile: ${who}`} onClick={() => setNaming(id)}>
                    {t`Create profile`}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

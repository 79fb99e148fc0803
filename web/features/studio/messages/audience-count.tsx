import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { classNames } from "../../../ui/class-names.ts";
import { filterOf, type FilterName } from "../people/filters.ts";

const CountQuery = graphql(`
  query AudienceCount($filter: StudioPeopleFilter!) {
    audienceCount(filter: $filter) {
      people
      isCapped
      byEmail
      byPush
    }
  }
`);

/** How many people match the filters now, and how many of them get an email or a push notification. */
export function AudienceCount({ audience }: { audience: Record<FilterName, string | null> }) {
  const { t, i18n } = useLingui();
  const [{ data, error, fetching, stale }] = useQuery({
    query: CountQuery,
    variables: { filter: filterOf((name) => audience[name] || null) },
    requestPolicy: "cache-and-network",
  });
  if (!data) return <p role="status">{error ? t`Couldn’t count. Check the filters.` : t`Counting…`}</p>;
  const { people, isCapped, byEmail, byPush } = data.audienceCount;
  const counting = (fetching || stale) && t`Counting…`;
  // An old count is hidden, not removed: nothing moves under a press on the buttons below.
  const rest = classNames("t1 muted", counting && "invisible");
  if (isCapped) {
    const counted = i18n.number(people);
    return (
      <div role="status" className="stack gap-1">
        <p className="strong tn">{counting || t`More than ${counted} people`}</p>
        <p className={rest}>{t`Everyone in the inbox. By email and push those who agreed to news.`}</p>
      </div>
    );
  }
  return (
    <div role="status" className="stack gap-1">
      <p className="strong tn">{counting || plural(people, { one: "# person", other: "# people" })}</p>
      <p className={rest}>
        {plural(byEmail, {
          0: "No one agreed to news by email.",
          one: "# of them by email.",
          other: "# of them by email.",
        })}{" "}
        {plural(byPush, { 0: "No one by push.", one: "# by push.", other: "# by push." })}{" "}
        {t`Everyone in the inbox.`}
      </p>
    </div>
  );
}

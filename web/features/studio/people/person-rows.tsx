import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ListedPersonFragment, ListedSubscriptionFragment } from "./fragments.ts";
import { phaseOf } from "./labels.ts";

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** A table of people; on phones each row folds into a block. */
export function PersonRows({
  people,
}: {
  people: readonly (FragmentOf<typeof ListedPersonFragment> & { id: string })[];
}) {
  const { t } = useLingui();
  return (
    <table className="people t1">
      <thead>
        <tr>
          <th scope="col">{t`Person`}</th>
          <th scope="col">{t`Plan`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col">{t`Next charge`}</th>
          <th scope="col">{t`Joined`}</th>
          <th scope="col">{t`Last danced`}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((masked) => {
          const person = readFragment(ListedPersonFragment, masked);
          const subscription =
            person.subscription && readFragment(ListedSubscriptionFragment, person.subscription);
          const phase = subscription && phaseOf(subscription);
          const name = person.name || person.email || t`Guest`;
          return (
            <tr key={masked.id}>
              <th scope="row">
                <Link className="people-who" to={paths.studioPerson(masked.id)}>
                  <Avatar url={person.photoURL} name={name} size="s" />
                  <span>
                    <span className="strong clip">
                      <bdi>{name}</bdi>
                    </span>
                    {person.email && person.email !== name && (
                      <span className="muted clip">{person.email}</span>
                    )}
                  </span>
                </Link>
              </th>
              <td data-label={t`Plan`}>{subscription ? subscription.plan.name : t`Free`}</td>
              <td className="people-status">
                {phase && (
                  <span className={classNames("tag", phase.isDanger && "tag-danger")}>{phase.text}</span>
                )}
              </td>
              <td data-label={t`Next charge`}>
                {subscription?.nextBillingAt ? day(subscription.nextBillingAt) : t`None`}
              </td>
              <td data-label={t`Joined`}>{day(person.joinedAt)}</td>
              <td data-label={t`Last danced`}>
                {person.practice ? day(person.practice.lastDancedAt) : t`Never`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { countryName } from "../../../../contract/formats/names.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { here } from "../../../lib/reader.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useColumnLabels, type Column } from "./columns.ts";
import { ListedPersonFragment, ListedSubscriptionFragment } from "./fragments.ts";
import { phaseOf } from "./labels.ts";

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** A table of people; on phones each row folds into a block. */
export function PersonRows({
  people,
  shown,
}: {
  people: readonly (FragmentOf<typeof ListedPersonFragment> & { id: string })[];
  shown: readonly Column[];
}) {
  const { t } = useLingui();
  const labels = useColumnLabels();
  return (
    <table className="records people t1">
      <thead>
        <tr>
          <th scope="col">{t`Person`}</th>
          {shown.map((column) => (
            <th scope="col" key={column}>
              {labels[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((masked) => {
          const person = readFragment(ListedPersonFragment, masked);
          const subscription =
            person.subscription && readFragment(ListedSubscriptionFragment, person.subscription);
          const phase = subscription && phaseOf(subscription);
          const name = person.name || person.email || t`Guest`;
          const cells: Record<Column, ReactNode> = {
            plan: subscription ? subscription.plan.name : t`Free`,
            status: phase && (
              <span className={classNames("tag", phase.isDanger && "tag-danger")}>{phase.text}</span>
            ),
            next: subscription?.nextBillingAt ? day(subscription.nextBillingAt) : t`None`,
            country: subscription
              ? (countryName(subscription.countryCode, here()) ?? subscription.countryCode)
              : "",
            joined: day(person.joinedAt),
            danced: person.practice ? day(person.practice.lastDancedAt) : t`Never`,
            completed: person.practice?.completed ?? 0,
          };
          return (
            <tr key={masked.id}>
              <th scope="row">
                <Link className="records-who" to={paths.studioPerson(masked.id)}>
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
              {shown.map((column) =>
                column === "status" ? (
                  <td className="people-status" key={column}>
                    {cells.status}
                  </td>
                ) : (
                  <td data-label={labels[column]} key={column}>
                    {cells[column]}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { isolate } from "../../../../contract/formats/isolate.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import type { Person } from "./person-query.ts";

// Loaded where emails are stopped.
const EmailStop = lazy(async () => ({ default: (await import("./email-stop.tsx")).EmailStop }));

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** Who an account is: photo, addresses, family, and when they joined and danced. */
export function PersonWho({ person }: { person: Person }) {
  const { t } = useLingui();
  const { practice, profiles } = person;
  return (
    <div className="person-who">
      <Avatar url={person.photoURL} name={person.name || person.email || t`Guest`} size="l" />
      <dl className="person-facts">
        <dt>{t`Email`}</dt>
        <dd>
          {person.email ?? t`None`}
          {person.email && !person.isEmailVerified && (
            <span className="tag tag-danger">{t`Not verified`}</span>
          )}
          {person.emailStop && (
            <Suspense>
              <EmailStop personId={person.id} stop={person.emailStop} />
            </Suspense>
          )}
        </dd>
        <dt>{t`Username`}</dt>
        <dd>
          {person.username ? (
            <Link className="link" to={paths.profile(person.username)}>
              @{person.username}
            </Link>
          ) : (
            t`None`
          )}
        </dd>
        {profiles.length > 0 && (
          <>
            <dt>{t`Family`}</dt>
            <dd>
              {profiles.map(({ name, isChild }) => (isChild ? t`${name} (child)` : isolate(name))).join(", ")}
            </dd>
          </>
        )}
        <dt>{t`Joined`}</dt>
        <dd>{day(person.joinedAt)}</dd>
        <dt>{t`Last danced`}</dt>
        <dd>
          {practice
            ? t`${day(practice.lastDancedAt)}. ${practice.started} classes started, ${practice.completed} finished.`
            : t`Never`}
        </dd>
      </dl>
    </div>
  );
}

import "./staff.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useRef, useState } from "react";
import { roles, type Role } from "../../../../contract/staff.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatAgo, formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useRoleLabels } from "./role-labels.ts";
import { useSetRole } from "./use-set-role.ts";

const TakeAdminSheet = lazy(async () => ({
  default: (await import("./take-admin-sheet.tsx")).TakeAdminSheet,
}));

export const StaffMemberFragment = graphql(`
  fragment StaffMember on StaffMember {
    id
    name
    username
    photoURL
    role
    since
    lastActiveAt
    secondStepDueAt
    isMe
  }
`);

/** All staff with editable roles. */
export function StaffList({
  staff,
  onChanged,
}: {
  staff: readonly FragmentOf<typeof StaffMemberFragment>[];
  onChanged: () => void;
}) {
  return (
    <ul className="staff">
      {readFragment(StaffMemberFragment, staff).map((person) => (
        <Person key={person.id} person={person} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function Person({
  person: { id, name, username, photoURL, role, since, lastActiveAt, secondStepDueAt, isMe },
  onChanged,
}: {
  person: ResultOf<typeof StaffMemberFragment>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const labels = useRoleLabels();
  const { setRole, faultTextOf, isBusy, sheet } = useSetRole();
  const [chosen, setChosen] = useState<Role>();
  const row = useRef<HTMLLIElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const shownName = name || username || t`Unnamed person`;
  const wanted = chosen ?? role;
  const change = async () => {
    try {
      await setRole({ personId: id }, wanted);
    } catch (error) {
      if (error instanceof SessionError && error.code === "CANCELED") return;
      if (!isCombinedError(error)) throw error;
      setAsked(false);
      return setFault(faultTextOf(error));
    }
    setAsked(false);
    setFault(null);
    setChosen(undefined);
    // The pressed button disappears, so the focus moves to the select.
    row.current?.querySelector("select")?.focus();
    showToast(
      wanted === "member"
        ? t`Removed ${shownName} from the team.`
        : t`${shownName} has the role ${labels[wanted].name} now.`,
    );
    // The viewer is no longer allowed on this page.
    if (isMe) void navigate({ to: paths.dashboard() });
    else onChanged();
  };
  return (
    <li className="staff-i" ref={row}>
      <Avatar url={photoURL} name={shownName} />
      <div className="staff-who">
        <span className="row wrap gap-2">
          <bdi className="strong">{shownName}</bdi>
          {isMe && <span className="tag">{t`You`}</span>}
          {secondStepDueAt && (
            <span className="tag tag-danger">
              {t`Second step due ${formatMonthDayYear(new Date(secondStepDueAt))}`}
            </span>
          )}
        </span>
        <span className="facts t1 muted">
          {username && (
            <Link className="link" to={paths.profile(username)}>
              @{username}
            </Link>
          )}
          {since && <span>{t`Since ${formatMonthDayYear(new Date(since))}`}</span>}
          <span>
            {lastActiveAt ? t`Active ${formatAgo(new Date(lastActiveAt), new Date())}` : t`Not active lately`}
          </span>
          {!secondStepDueAt && <span>{t`Second step set up`}</span>}
        </span>
      </div>
      <div className="staff-role">
        <Select
          label={t`Role of ${shownName}`}
          labelHidden
          value={wanted}
          onChoose={(next) => {
            setChosen(next);
            setFault(null);
          }}
          options={roles.toReversed().map((value) => ({
            value,
            label: labels[value].name,
          }))}
        />
        {wanted !== role && (
          <Button
            busy={isBusy}
            aria-label={t`Change the role of ${shownName}`}
            onClick={() => (role === "admin" ? setAsked(true) : void change())}
          >
            {t`Change`}
          </Button>
        )}
      </div>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      {isAsked && (
        <Suspense>
          <TakeAdminSheet
            name={shownName}
            isMe={isMe}
            isBusy={isBusy}
            onTake={() => void change()}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
      {sheet}
    </li>
  );
}

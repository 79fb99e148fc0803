import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The person behind a payment, with a link to what staff can do for them. */
export function MemberLink({
  member,
}: {
  member: { id: string; name: string | null; username: string | null } | null;
}) {
  const { t } = useLingui();
  if (!member) return t`Deleted account`;
  return (
    <Link className="link" to={paths.studioPerson(member.id)}>
      {member.name || member.username || t`Guest`}
    </Link>
  );
}

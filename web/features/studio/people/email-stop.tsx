import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { usePermissions } from "../public/use-permissions.ts";

const AllowEmails = graphql(`
  mutation StudioAllowEmails($personId: ID!) {
    studioAllowEmails(personId: $personId) {
      id
      emailStop {
        reason
        at
      }
    }
  }
`);

interface Stop {
  readonly reason: "bounce" | "complaint";
  readonly at: string;
}

/** Says why a person gets only receipts and the like, and lets support allow all emails again. */
export function EmailStop({ personId, stop }: { personId: string; stop: Stop }) {
  const { t } = useLingui();
  const may = usePermissions();
  const [{ fetching }, allow] = useMutation(AllowEmails);
  const day = formatMonthDayYear(new Date(stop.at));
  const press = async () => {
    const { error } = await allow({ personId });
    showToast(error ? t`Couldn’t save. Try again.` : t`Emails are on again.`);
  };
  return (
    <>
      <span className="tag tag-danger">
        {stop.reason === "bounce"
          ? t`Mailbox refused emails on ${day}`
          : t`Marked an email as spam on ${day}`}
      </span>
      {may("manageAccounts") && (
        <Button size="s" busy={fetching} onClick={() => void press()}>{t`Allow emails again`}</Button>
      )}
    </>
  );
}

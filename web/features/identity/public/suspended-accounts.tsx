import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { TextField } from "../components/text-field.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

const SuspensionsQuery = graphql(`
  query Bans {
    bans {
      id
      person {
        id
        username
      }
      reason
      suspendedAt
      until
    }
  }
`);
const SuspendAccount = graphql(`
  mutation SuspendAccount($username: String!, $reason: String!, $days: Int) {
    suspendAccount(username: $username, reason: $reason, days: $days) {
      id
    }
  }
`);
const ReinstateAccount = graphql(`
  mutation ReinstateAccount($personId: ID!) {
    reinstateAccount(personId: $personId) {
      id
    }
  }
`);
type Suspension = { username: string; reason: string; length: "7" | "30" | "none" };

/** Accounts that moderators suspended, with controls to suspend and reinstate. */
export function SuspendedAccounts() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: SuspensionsQuery, requestPolicy: "cache-and-network" });
  const [, suspend] = useMutation(SuspendAccount);
  const [{ fetching: isReinstating }, reinstate] = useMutation(ReinstateAccount);
  const { confirmed, confirmedCall, sheet } = useConfirmation();
  const readAgain = () => again({ requestPolicy: "network-only" });
  const { form, submit, busy, field, formFault } = useServerForm<Suspension>({
    defaultValues: { username: "", reason: "", length: "7" },
    send: async ({ username, reason, length }) => {
      const days = length === "none" ? null : Number(length);
      await confirmed(async () => {
        const { error } = await suspend({ username, reason, days });
        if (error) throw error;
      });
      form.reset({ username: "", reason: "", length });
      readAgain();
    },
    faultOf: (error) => {
      if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
      if (!isCombinedError(error)) return null;
      const code = codeOf(error);
      if (code === "NOT_FOUND") return { field: "username", text: t`No one has this name.` };
      if (code === "FORBIDDEN")
        return { field: "username", text: t`This person has a role. Remove it first.` };
      return {
        field: faultFieldOf(error),
        text: error.graphQLErrors[0]?.message ?? t`We couldn’t connect.`,
      };
    },
  });
  const open = async (personId: string) => {
    const result = await confirmedCall(() => reinstate({ personId }));
    if (result?.error) showToast(t`Couldn’t reinstate the account. Try again.`);
    else if (result) readAgain();
  };
  const dayOf = (at: string) => formatMonthDayYear(new Date(at));
  const required = t`Fill in this field.`;
  return (
    <section className="stack" aria-labelledby="accounts">
      <h2 className="t4" id="accounts">{t`Suspended accounts`}</h2>
      <p className="t1 muted pretty">{t`Suspended people are signed out and emailed the reason. Nothing is deleted.`}</p>
      <form className="stack max-w-md gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={t`Username`} autoComplete="off" {...field("username", { required })} />
        <TextField label={t`Reason (sent to them)`} autoComplete="off" {...field("reason", { required })} />
        <Select
          label={t`Duration`}
          value={form.watch("length")}
          onChoose={(length) => form.setValue("length", length)}
          options={[
            { value: "7", label: t`A week` },
            { value: "30", label: t`Thirty days` },
            { value: "none", label: t`Until reinstated` },
          ]}
        />
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <div>
          <Button type="submit" tone="bad" busy={busy}>{t`Suspend account`}</Button>
        </div>
      </form>
      <div className="stack gap-2">
        {data?.bans.length === 0 && <p className="muted">{t`None.`}</p>}
        <ul className="lines">
          {data?.bans.map(({ id, person, reason, suspendedAt, until }) => (
            <li key={id} className="line-i row wrap">
              <span>
                {person.username ? (
                  <Link className="link strong" to={paths.profile(person.username)}>
                    @{person.username}
                  </Link>
                ) : (
                  <span className="strong">{t`Unnamed person`}</span>
                )}{" "}
                <span className="t1 muted">
                  {until
                    ? t`${dayOf(suspendedAt)} to ${dayOf(until)}: ${reason}`
                    : t`Since ${dayOf(suspendedAt)}: ${reason}`}
                </span>
              </span>
              <Button size="s" busy={isReinstating} onClick={() => void open(id)}>
                {t`Reinstate`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {sheet}
    </section>
  );
}

import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
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
type Length = "7" | "30" | "none";

/** Accounts that moderators suspended, with controls to suspend and reinstate. */
export function ClosedAccounts() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: SuspensionsQuery, requestPolicy: "cache-and-network" });
  const [{ fetching: isBanning }, ban] = useMutation(SuspendAccount);
  const [{ fetching: isLifting }, lift] = useMutation(ReinstateAccount);
  const { confirmedCall, sheet } = useConfirmation();
  const [length, setLength] = useState<Length>("7");
  const [fault, setFault] = useState<{ field: string | null; text: string } | null>(null);
  const close = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const result = await confirmedCall(() =>
      ban({
        username: String(values.get("username")),
        reason: String(values.get("reason")),
        days: length === "none" ? null : Number(length),
      }),
    );
    if (!result) return;
    const { error } = result;
    const code = error?.graphQLErrors[0]?.extensions["code"];
    if (code === "NOT_FOUND") return setFault({ field: "username", text: t`No one has this name.` });
    if (code === "FORBIDDEN")
      return setFault({ field: "username", text: t`This person has a role. Remove it first.` });
    if (error)
      return setFault({ field: null, text: error.graphQLErrors[0]?.message ?? t`We couldn’t connect.` });
    setFault(null);
    form.reset();
    again({ requestPolicy: "network-only" });
  };
  const open = async (personId: string) => {
    const result = await confirmedCall(() => lift({ personId }));
    if (result?.error) showToast(t`Couldn’t reinstate the account. Try again.`);
    else if (result) again({ requestPolicy: "network-only" });
  };
  const dayOf = (at: string) => formatMonthDayYear(new Date(at));
  const faultOf = (field: string | null) => (fault?.field === field ? fault.text : undefined);
  return (
    <section className="stack" aria-labelledby="accounts">
      <h2 className="t4" id="accounts">{t`Suspended accounts`}</h2>
      <p className="t1 muted pretty">{t`Suspended people are signed out and emailed the reason. Nothing is deleted.`}</p>
      <form className="stack max-w-md gap-3" onSubmit={(event) => void close(event)}>
        <TextField label={t`Username`} name="username" autoComplete="off" fault={faultOf("username")} />
        <TextField
          label={t`Reason (sent to them)`}
          name="reason"
          autoComplete="off"
          fault={faultOf("reason")}
        />
        <Select
          label={t`Duration`}
          value={length}
          onChoose={setLength}
          options={[
            { value: "7", label: t`A week` },
            { value: "30", label: t`Thirty days` },
            { value: "none", label: t`Until reinstated` },
          ]}
        />
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <div>
          <Button type="submit" tone="bad" busy={isBanning}>{t`Suspend account`}</Button>
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
              <Button size="s" busy={isLifting} onClick={() => void open(id)}>
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

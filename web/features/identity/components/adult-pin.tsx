import "../pages/family.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { FamilyQuery, useFamilyActions } from "../actions/family.ts";
import { PinForm } from "../forms/pin-form.tsx";

/** Switches to the account holder's profile by the PIN, on the page that is open. */
export function AdultPin({ onDone }: { onDone?: () => void }) {
  const { t } = useLingui();
  const [{ data, fetching, error }, again] = useQuery({ query: FamilyQuery });
  const { choose } = useFamilyActions();
  const next = useLocation({ select: ({ pathname, search }) => pathname + search });
  const [isRefused, setRefused] = useState(false);
  const holder = data?.family.members.find(({ isHolder }) => isHolder);
  if (!data || !holder)
    return error ? (
      <Button busy={fetching} onClick={() => again({ requestPolicy: "network-only" })}>
        {t`Try again`}
      </Button>
    ) : null;
  const enter = async (pin: string | null): Promise<void> => {
    await choose(holder.id, pin);
    onDone?.();
  };
  if (!data.family.hasPin)
    return (
      <>
        <Button tone="go" onClick={() => void enter(null).catch(() => setRefused(true))}>
          {t`Continue as ${holder.name ?? ""}`}
        </Button>
        <p role="alert" className="hint hint-bad empty:hidden">
          {isRefused ? t`Couldn’t switch profiles. Try again.` : null}
        </p>
      </>
    );
  return (
    <>
      <PinForm onPin={enter} />
      <Link className="link" to={paths.login()} search={{ next }}>
        {t`Forgot the PIN? Sign in again`}
      </Link>
    </>
  );
}

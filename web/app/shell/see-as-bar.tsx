import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { clearSeeAs } from "../../graphql/see-as.ts";
import { readSeeAs, type SeeAs } from "../../graphql/see-as-ticket.ts";
import { paths } from "../../lib/paths.ts";

const minuteMs = 60_000;

/** Says that the pages of this tab are a member's, how long that lasts, and ends it. */
export function SeeAsBar({ stored }: { stored: string }) {
  const [seen] = useState(() => readSeeAs(stored));
  return seen && <Bar seen={seen} />;
}

function Bar({ seen }: { seen: SeeAs }) {
  const { t } = useLingui();
  const [now, setNow] = useState(() => Date.now());
  const [isRefused, setRefused] = useState(false);
  const leftMs = Date.parse(seen.endsAt) - now;
  const leave = (): void => {
    clearSeeAs();
    // A new document: nothing of the member stays in this tab's memory.
    location.assign(paths.studioPerson(seen.personId));
  };
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    // Pages also store things by themselves, such as the time zone: no one asked for that.
    const refuse = (): void => {
      if (navigator.userActivation.isActive) setRefused(true);
    };
    addEventListener("read-only", refuse);
    return () => {
      clearInterval(timer);
      removeEventListener("read-only", refuse);
    };
  }, []);
  useEffect(() => {
    if (leftMs > 0) return;
    clearSeeAs();
    location.assign(paths.studioPerson(seen.personId));
  }, [leftMs, seen.personId]);
  const minutes = Math.max(1, Math.ceil(leftMs / minuteMs));
  const name = seen.name;
  const left = plural(minutes, { one: "# minute left", other: "# minutes left" });
  return (
    <section className="see-as-bar" aria-label={t`Seeing as a member`}>
      <p>
        <span className="strong">{t`You see this as ${name}.`}</span> <span>{t`Read-only, ${left}.`}</span>{" "}
        <span role="status">{isRefused ? t`Nothing can be changed here.` : null}</span>
      </p>
      <button type="button" className="btn btn-s" onClick={leave}>
        {t`End`}
      </button>
    </section>
  );
}

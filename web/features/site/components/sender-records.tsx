import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";

const SenderDomainQuery = graphql(`
  query SenderDomain {
    senderDomain {
      domain
      spf
      dkim
      dmarc
    }
  }
`);

/** SPF, DKIM and DMARC of the sender's domain, looked up while the page is open. Nothing while there is no answer. */
export function SenderRecords() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: SenderDomainQuery, requestPolicy: "network-only" });
  const found = data?.senderDomain;
  if (!found) return null;
  const states = { present: t`found`, missing: t`missing`, unknown: t`couldn’t be looked up` };
  const rows = [
    { name: "SPF", state: found.spf },
    { name: "DKIM", state: found.dkim },
    { name: "DMARC", state: found.dmarc },
  ] as const;
  const { domain } = found;
  return (
    <div className="site-records t1">
      <p className="muted">{t`DNS records of ${domain}, which keep emails out of spam folders:`}</p>
      <ul>
        {rows.map(({ name, state }) => (
          <li key={name}>
            <span className="strong">{name}</span>{" "}
            <span className={state === "missing" ? "is-bad" : "muted"}>{states[state]}</span>
          </li>
        ))}
      </ul>
      {found.dkim === "missing" && (
        <p className="muted">{t`DKIM is looked up at the usual selectors only. Your provider may use another.`}</p>
      )}
    </div>
  );
}

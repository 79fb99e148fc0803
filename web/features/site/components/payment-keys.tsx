import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";

const PaymentKeysQuery = graphql(`
  query PaymentKeys {
    paymentKeys {
      providerName
      state
    }
  }
`);

/** What the payment provider says of the server's keys, asked while the page is open. Nothing for a provider without keys. */
export function PaymentKeys() {
  const { t } = useLingui();
  const [{ data, fetching, error }, again] = useQuery({
    query: PaymentKeysQuery,
    requestPolicy: "network-only",
  });
  const keys = data?.paymentKeys;
  if (data && !keys) return null;
  const provider = keys?.providerName ?? "";
  const says = {
    working: t`Keys work. ${provider} accepted them.`,
    refused: t`${provider} doesn’t know these keys. Copy them again, and restart the server.`,
    not_permitted: t`${provider} knows the key, but it may not read payments. Give it that permission.`,
    mismatched: t`These keys don’t belong together. Use all test keys or all live keys of one ${provider} account.`,
    unreachable: t`${provider} didn’t answer. Try again.`,
  };
  const state = keys?.state;
  return (
    <div className="site-records t1">
      <p
        className={state && state !== "working" && state !== "unreachable" ? "is-bad" : "muted"}
        role="status"
      >
        {fetching
          ? t`Checking the keys…`
          : error || !state
            ? t`Couldn’t check the keys. Try again.`
            : says[state]}
      </p>
      <div>
        <Button size="s" tone="line" busy={fetching} onClick={() => again({ requestPolicy: "network-only" })}>
          {t`Check keys again`}
        </Button>
      </div>
    </div>
  );
}

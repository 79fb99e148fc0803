import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { refusalOf } from "../checkout/refusals.ts";
import { useMethodLabels } from "./method-labels.ts";

const MethodsQuery = graphql(`
  query PaymentMethods {
    paymentMethods {
      id
      type
      brand
      last4
      expMonth
      expYear
      isDefault
    }
  }
`);
const MakeDefault = graphql(`
  mutation PaymentMethodMakeDefault($id: ID!, $paymentMethodId: ID!) {
    paymentMethodMakeDefault(id: $id, paymentMethodId: $paymentMethodId) {
      id
      paymentMethod {
        id
      }
    }
  }
`);
const Remove = graphql(`
  mutation PaymentMethodRemove($paymentMethodId: ID!) {
    paymentMethodRemove(paymentMethodId: $paymentMethodId) {
      id
    }
  }
`);
defineCacheUpdates({
  paymentMethodMakeDefault: invalidateQueries,
  paymentMethodRemove: invalidateQueries,
});

/** Stored payment methods of an account: the default, and others to switch to or remove. */
export function StoredMethods({ subscriptionId }: { subscriptionId: string }) {
  const { t } = useLingui();
  const labelOf = useMethodLabels();
  const [{ data }] = useQuery({ query: MethodsQuery, requestPolicy: "cache-and-network" });
  const [making, makeDefault] = useMutation(MakeDefault);
  const [removing, remove] = useMutation(Remove);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = making.fetching || removing.fetching;
  if (!data || data.paymentMethods.length === 0) return null;
  const settle = async (
    outcome: ReturnType<typeof makeDefault> | ReturnType<typeof remove>,
    done: string,
  ): Promise<void> => {
    setFault(null);
    const { error } = await outcome;
    if (error) setFault(refusalOf(codeOf(error)).text);
    else showToast(done);
  };
  return (
    <div className="stack gap-2">
      <ul className="stack gap-2" aria-label={t`Stored payment methods`}>
        {data.paymentMethods.map((method) => (
          <li className="row between wrap" key={method.id}>
            <span>{labelOf(method)}</span>
            {method.isDefault ? (
              <span className="tag">{t`Default`}</span>
            ) : (
              <span className="row">
                <Button
                  busy={isBusy}
                  aria-label={t`Make default: ${labelOf(method)}`}
                  onClick={() =>
                    void settle(
                      makeDefault({ id: subscriptionId, paymentMethodId: method.id }),
                      t`Your next payment uses it.`,
                    )
                  }
                >
                  {t`Make default`}
                </Button>
                <Button
                  tone="text"
                  busy={isBusy}
                  aria-label={t`Remove ${labelOf(method)}`}
                  onClick={() => void settle(remove({ paymentMethodId: method.id }), t`Removed.`)}
                >
                  {t`Remove`}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
    </div>
  );
}

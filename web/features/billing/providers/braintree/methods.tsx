import { useLingui } from "@lingui/react/macro";
import type { Client } from "braintree-web/client";
import type { FieldName } from "braintree-web/hosted-fields";
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useQuery } from "../../../../graphql/hooks.ts";
import { studio } from "../../../../lib/studio.ts";
import { refusalOf } from "../../checkout/refusals.ts";
import { colorAsRgb } from "../colors.ts";
import { HostedField } from "../hosted-field.tsx";
import { LoadFailed } from "../load-failed.tsx";
import type { PaymentMethodsProps, Tokenized } from "../provider.ts";
import { shownTheme, watchTheme } from "../theme.ts";
import {
  ClientTokenQuery,
  createClient,
  firstFault,
  refusalCode,
  shownAmount,
  tokenizeCard,
} from "./braintree.ts";
import type { Card } from "./braintree.ts";
import { Wallets } from "./wallet-buttons.tsx";

/** Braintree's card fields and wallets: Braintree's own code in Braintree's frames, loaded when rendered. */
export function BraintreeMethods(props: PaymentMethodsProps) {
  const currencyCode = props.agreement?.plan.currencyCode ?? null;
  // A token is for one currency, and works for a day.
  const [{ data, error }, again] = useQuery({
    query: ClientTokenQuery,
    variables: { currencyCode },
    requestPolicy: "network-only",
  });
  // The fields take their colors when they are made.
  const theme = useSyncExternalStore(watchTheme, shownTheme);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const token = data?.paymentConfig.clientToken;
  if (hasFailed || error || token === null)
    return (
      <LoadFailed
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
          again({ requestPolicy: "network-only" });
        }}
      />
    );
  if (!token) return <div className="card-wait" />;
  const googleMerchantId = data.paymentConfig.googleMerchantId ?? null;
  return (
    <Fields
      key={`${token} ${theme} ${attempt}`}
      {...props}
      clientToken={token}
      googleMerchantId={googleMerchantId}
      onUnreachable={() => setFailed(true)}
    />
  );
}

type FieldsProps = PaymentMethodsProps & {
  clientToken: string;
  googleMerchantId: string | null;
  onUnreachable: () => void;
};

function Fields(props: FieldsProps) {
  const { clientToken, googleMerchantId, onUnreachable, agreement, address, ref, onSubmit, faultId } = props;
  const { t } = useLingui();
  const labels: Record<FieldName, string> = {
    number: t`Card number`,
    expirationDate: t`Expiry date`,
    cvv: t`Security code`,
  };
  const boxes = useRef<Partial<Record<FieldName, HTMLDivElement | null>>>({});
  const card = useRef<Card | null>(null);
  const [client, setClient] = useState<Client | null>(null);
  const [isReady, setReady] = useState(false);
  const [focused, setFocused] = useState<FieldName | null>(null);
  const [fault, setFault] = useState<FieldName | null>(null);
  const [walletFault, setWalletFault] = useState<string | null>(null);
  const submit = useEffectEvent(() => onSubmit());
  const fail = useEffectEvent(() => onUnreachable());
  const titles = useEffectEvent(() => labels);
  useEffect(() => {
    let isUnmounted = false;
    const begin = async (): Promise<void> => {
      const [made, { default: hostedFields }] = await Promise.all([
        createClient(clientToken),
        import("braintree-web/hosted-fields"),
      ]);
      const { number, expirationDate, cvv } = boxes.current;
      if (isUnmounted || !number || !expirationDate || !cvv) return;
      setClient(made);
      const field = (container: HTMLElement, name: FieldName, placeholder?: string) => ({
        container,
        iframeTitle: titles()[name],
        internalLabel: titles()[name],
        ...(placeholder ? { placeholder } : {}),
      });
      const fields = await hostedFields.create({
        client: made,
        styles: fieldStyles(),
        fields: {
          number: field(number, "number"),
          expirationDate: field(expirationDate, "expirationDate", "MM/YY"),
          cvv: field(cvv, "cvv"),
        },
      });
      if (isUnmounted) return void fields.teardown();
      fields.on("focus", ({ emittedBy }) => setFocused(emittedBy));
      fields.on("blur", () => setFocused(null));
      fields.on("validityChange", ({ emittedBy, fields: states }) => {
        if (states[emittedBy].isValid) setFault((now) => (now === emittedBy ? null : now));
      });
      fields.on("inputSubmitRequest", () => submit());
      card.current = { client: made, fields };
      setReady(true);
    };
    begin().catch(() => {
      if (!isUnmounted) fail();
    });
    return () => {
      isUnmounted = true;
      void card.current?.fields.teardown();
      card.current = null;
    };
  }, [clientToken]);
  useImperativeHandle(ref, () => ({
    tokenize: async (of): Promise<Tokenized> => {
      if (!card.current) return { code: "PROVIDER_UNAVAILABLE" };
      const missing = firstFault(card.current.fields);
      setFault(missing);
      if (missing) {
        card.current.fields.focus(missing);
        return { code: "INCOMPLETE" };
      }
      const isLater = !agreement?.estimate.amountDue;
      return tokenizeCard(card.current, of, { amount: shownAmount(agreement), isLater });
    },
  }));
  const faults: Record<FieldName, string> = {
    number: t`Check the card number.`,
    expirationDate: t`Check the expiry date.`,
    cvv: t`Check the security code.`,
  };
  const field = (name: FieldName) => (
    <HostedField
      ref={(box) => {
        boxes.current[name] = box;
      }}
      label={labels[name]}
      isFocused={focused === name}
      fault={fault === name ? faults[name] : null}
    />
  );
  return (
    <>
      {client && (
        <Wallets
          client={client}
          agreement={agreement}
          address={address}
          googleMerchantId={googleMerchantId}
          payee={studio.name}
          mayOpen={props.mayOpenWallet}
          onToken={props.onWallet}
          onFault={(error) => setWalletFault(refusalOf(refusalCode(error)).text)}
        />
      )}
      {walletFault && (
        <p className="hint hint-bad" role="alert">
          {walletFault}
        </p>
      )}
      <div className="stack" aria-busy={!isReady} aria-describedby={faultId}>
        {field("number")}
        <div className="pay-two">
          {field("expirationDate")}
          {field("cvv")}
        </div>
      </div>
    </>
  );
}

/** The fields with this app's colors and text size; Braintree's frames can't read the style sheets. */
function fieldStyles(): Record<string, Record<string, string>> {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => colorAsRgb(style.getPropertyValue(name));
  return {
    input: { "font-size": style.fontSize, "font-family": "system-ui, sans-serif", color: color("--text") },
    "input.invalid": { color: color("--danger") },
    "::placeholder": { color: color("--text-3") },
  };
}

import { useLingui } from "@lingui/react/macro";
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { codeOf } from "../../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../../graphql/cache.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { colorAsRgb } from "../colors.ts";
import { HostedField } from "../hosted-field.tsx";
import { LoadFailed } from "../load-failed.tsx";
import type { PaymentMethodsProps, Tokenized } from "../provider.ts";
import { shownTheme, watchTheme } from "../theme.ts";
import { confirmIntent, languageOf, loadSite } from "./chargebee.ts";
import type { CardComponent, CardStyle, FieldName } from "./chargebee.ts";

const IntentForPlan = graphql(`
  mutation ProviderIntentCreate($planInfo: PlanInfo!, $couponId: String, $withoutTrial: Boolean!) {
    intent: providerIntentCreate(
      planInfo: $planInfo
      couponId: $couponId
      withoutTrial: $withoutTrial
      paymentMethodType: card
    ) {
      id
      data
    }
  }
`);
const IntentForSubscription = graphql(`
  mutation ProviderIntentForSubscription($id: ID!) {
    intent: providerIntentForSubscription(id: $id, paymentMethodType: card) {
      id
      data
    }
  }
`);
// An intent is Chargebee's, and changes nothing that is shown.
defineCacheUpdates({ providerIntentCreate: () => {}, providerIntentForSubscription: () => {} });

/** Chargebee's card fields: Chargebee's own code in Chargebee's frames, loaded when rendered. */
export function ChargebeeMethods(props: PaymentMethodsProps) {
  const { site, publishableKey } = props.config;
  // The fields take their colors when they are made.
  const theme = useSyncExternalStore(watchTheme, shownTheme);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  if (!site || !publishableKey) return null;
  if (hasFailed)
    return (
      <LoadFailed
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <Fields
      key={`${theme} ${attempt}`}
      {...props}
      site={site}
      publishableKey={publishableKey}
      onUnreachable={() => setFailed(true)}
    />
  );
}

const fieldNames: readonly FieldName[] = ["number", "expiry", "cvv"];

type FieldsProps = PaymentMethodsProps & { site: string; publishableKey: string; onUnreachable: () => void };

function Fields({ site, publishableKey, onUnreachable, order, ref, faultId }: FieldsProps) {
  const { t, i18n } = useLingui();
  const labels: Record<FieldName, string> = {
    number: t`Card number`,
    expiry: t`Expiry date`,
    cvv: t`Security code`,
  };
  const faults: Record<FieldName, string> = {
    number: t`Check the card number.`,
    expiry: t`Check the expiry date.`,
    cvv: t`Check the security code.`,
  };
  const [, forPlan] = useMutation(IntentForPlan);
  const [, forSubscription] = useMutation(IntentForSubscription);
  const boxes = useRef<Partial<Record<FieldName, HTMLDivElement | null>>>({});
  const card = useRef<CardComponent | null>(null);
  const focusOn = useRef<Partial<Record<FieldName, () => void>>>({});
  const complete = useRef(new Set<FieldName>());
  const [isReady, setReady] = useState(false);
  const [focused, setFocused] = useState<FieldName | null>(null);
  const [fault, setFault] = useState<FieldName | null>(null);
  const fail = useEffectEvent(() => onUnreachable());
  const labelOf = useEffectEvent((name: FieldName) => labels[name]);
  const locale = languageOf(i18n.locale);
  useEffect(() => {
    let isUnmounted = false;
    const completed = complete.current;
    const begin = async (): Promise<void> => {
      const chargebee = await loadSite(site, publishableKey);
      if (isUnmounted) return;
      const made = chargebee.createComponent("card", { style: cardStyle(), locale });
      card.current = made;
      for (const name of fieldNames) {
        const box = boxes.current[name];
        if (!box) return;
        const field = made.createField(name, {
          ariaLabel: labelOf(name),
          placeholder: name === "expiry" ? "MM/YY" : "",
        });
        field
          .at(box)
          .on("focus", () => setFocused(name))
          .on("blur", () => setFocused((now) => (now === name ? null : now)))
          .on("change", (state) => {
            if (state.complete) completed.add(name);
            else completed.delete(name);
            if (state.complete) setFault((now) => (now === name ? null : now));
            else if (state.error) setFault(name);
          });
        focusOn.current[name] = () => field.focus();
      }
      await made.mount();
      if (!isUnmounted) setReady(true);
    };
    begin().catch(() => {
      if (!isUnmounted) fail();
    });
    return () => {
      isUnmounted = true;
      void card.current?.destroy().catch(() => undefined);
      card.current = null;
      completed.clear();
    };
  }, [site, publishableKey, locale]);
  useImperativeHandle(ref, () => ({
    tokenize: async (address): Promise<Tokenized> => {
      if (!card.current || !isReady || !order) return { code: "PROVIDER_UNAVAILABLE" };
      const missing = fieldNames.find((name) => !complete.current.has(name)) ?? null;
      setFault(missing);
      if (missing) {
        focusOn.current[missing]?.();
        return { code: "INCOMPLETE" };
      }
      const { data, error } =
        "subscriptionId" in order
          ? await forSubscription({ id: order.subscriptionId })
          : await forPlan(order);
      if (error || !data) return { code: error ? codeOf(error) : "INTERNAL" };
      return card.current
        ? confirmIntent(card.current, data.intent.data, address)
        : { code: "PROVIDER_UNAVAILABLE" };
    },
  }));
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
    <div className="stack" aria-busy={!isReady} aria-describedby={faultId}>
      {field("number")}
      <div className="pay-two">
        {field("expiry")}
        {field("cvv")}
      </div>
    </div>
  );
}

/** The fields with this app's colors and text size; Chargebee's frames can't read the style sheets. */
function cardStyle(): CardStyle {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => colorAsRgb(style.getPropertyValue(name));
  return {
    base: {
      color: color("--text"),
      fontSize: style.fontSize,
      // Chargebee's frames load fonts from a list of public hosts only, so not the app's.
      fontFamily: "system-ui, sans-serif",
      "::placeholder": { color: color("--text-3") },
    },
    invalid: { color: color("--danger") },
  };
}

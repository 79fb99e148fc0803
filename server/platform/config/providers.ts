import type { Environment } from "./environment.ts";

/** Variables of each payment provider, and of Amazon SES. All of `names` are needed as soon as any variable is set. */
const providers = [
  {
    needs: "Stripe payments also need",
    names: ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
    more: [],
    apiUrl: "STRIPE_API_URL",
    gets: "secret key",
  },
  {
    needs: "Purchases in app stores through RevenueCat also need",
    names: [
      "REVENUECAT_SECRET_KEY",
      "REVENUECAT_PROJECT_ID",
      "REVENUECAT_WEBHOOK_AUTH",
      "REVENUECAT_ENTITLEMENTS",
    ],
    more: ["REVENUECAT_SIGNING_SECRET"],
    apiUrl: "REVENUECAT_API_URL",
    gets: "secret key",
  },
  {
    needs: "Chargebee also needs",
    names: [
      "CHARGEBEE_SITE",
      "CHARGEBEE_API_KEY",
      "CHARGEBEE_PUBLISHABLE_KEY",
      "CHARGEBEE_WEBHOOK_USER",
      "CHARGEBEE_WEBHOOK_PASSWORDS",
    ],
    more: ["CHARGEBEE_GATEWAY_ACCOUNT_ID"],
    apiUrl: "CHARGEBEE_API_URL",
    gets: "API key",
  },
  {
    needs: "Braintree payments also need",
    names: [
      "BRAINTREE_ENVIRONMENT",
      "BRAINTREE_MERCHANT_ID",
      "BRAINTREE_PUBLIC_KEY",
      "BRAINTREE_PRIVATE_KEY",
      "BRAINTREE_MERCHANT_ACCOUNTS",
    ],
    more: ["BRAINTREE_GOOGLE_MERCHANT_ID"],
    apiUrl: "BRAINTREE_API_URL",
    gets: "private key",
  },
  {
    needs: "Bounces through Amazon SES also need",
    names: ["SES_TOPIC_ARN"],
    more: [],
    apiUrl: "SES_SNS_URL",
    gets: "confirmation of the topic",
  },
] as const satisfies readonly {
  needs: string;
  names: readonly (keyof Environment)[];
  more: readonly (keyof Environment)[];
  apiUrl: keyof Environment;
  gets: string;
}[];

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What is wrong with the settings of providers: a half set, or keys that would be sent elsewhere. */
export function providerMisfits(values: Environment): string[] {
  const isProduction = values.NODE_ENV === "production";
  const faults = providers.flatMap(({ needs, names, more, apiUrl, gets }): string[] => {
    const missing = names.filter((name) => !values[name]);
    const isUsed = missing.length < names.length || [...more, apiUrl].some((name) => values[name]);
    const url = values[apiUrl];
    return [
      ...(isUsed && missing.length > 0 ? [`${needs} ${missing.join(", ")}.`] : []),
      ...(url && isProduction ? [`${apiUrl} isn't allowed in production: it gets the ${gets}.`] : []),
      ...(url && !isProduction && !loopback.has(new URL(url).hostname)
        ? [`${apiUrl} must be a server on this machine, such as http://127.0.0.1:4000: it gets the ${gets}.`]
        : []),
    ];
  });
  if (isProduction && values.REVENUECAT_ALLOW_SANDBOX === "on")
    faults.push("REVENUECAT_ALLOW_SANDBOX=on isn't allowed in production: test purchases cost nothing.");
  return faults;
}

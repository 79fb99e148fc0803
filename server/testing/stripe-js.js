/* A strict Stripe.js for journeys: an argument that Stripe.js doesn't know is an error of the page. */
(() => {
  const api = "https://api.stripe.com/v1";
  const bank = "https://hooks.stripe.com";
  const integrationError = (message) => new Error(`IntegrationError: ${message}`);
  const only = (where, given, allowed) => {
    for (const name of Object.keys(given ?? {}))
      if (!allowed.includes(name)) throw integrationError(`unknown parameter ${where}.${name}`);
  };
  const read = async (response) => {
    const body = await response.json();
    return response.ok ? { found: body } : { error: body.error };
  };
  const elementsOptions = [
    "mode",
    "amount",
    "currency",
    "setupFutureUsage",
    "paymentMethodCreation",
    "allowedPaymentMethodTypes",
    "appearance",
    "fonts",
  ];
  const fontOptions = ["family", "src", "display", "style", "unicodeRange", "weight"];
  const element = (name, options) => {
    const listeners = {};
    only(
      `elements.create(${name})`,
      options,
      name === "payment"
        ? ["paymentMethodOrder", "wallets", "fields"]
        : ["paymentMethods", "billingAddressRequired"],
    );
    let input = null;
    return {
      name,
      on: (event, listener) => {
        listeners[event] = listener;
      },
      destroy: () => input?.remove(),
      mount: (box) => {
        if (name !== "payment") return listeners.ready?.({ availablePaymentMethods: undefined });
        input = document.createElement("input");
        input.setAttribute("aria-label", "Card number");
        input.id = "stripe-card-number";
        box.append(input);
        listeners.ready?.({});
      },
      number: () => input?.value ?? "",
    };
  };
  /** Opens the bank's page in a frame until the person has answered. */
  const challenge = (intent) =>
    new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.title = "Bank";
      frame.src = `${bank}/3d_secure_2/${intent}`;
      frame.style.cssText = "position:fixed;inset:10%;width:80%;height:60%;background:#fff;z-index:999";
      const onMessage = ({ origin, data }) => {
        if (origin !== bank || data !== "3ds-done") return;
        removeEventListener("message", onMessage);
        frame.remove();
        resolve();
      };
      addEventListener("message", onMessage);
      document.body.append(frame);
    });
  window.Stripe = Object.assign(
    (key) => {
      if (!key.startsWith("pk_")) throw integrationError("a secret key in the browser");
      const intentOf = (id, secret) =>
        fetch(
          `${api}/${id.startsWith("pi_") ? "payment" : "setup"}_intents/${id}?${new URLSearchParams({ key, client_secret: secret })}`,
        ).then(read);
      return {
        _registerWrapper: () => {},
        registerAppInfo: () => {},
        elements: (options) => {
          only("elements", options, elementsOptions);
          for (const font of options.fonts ?? []) only("elements.fonts", font, fontOptions);
          const made = {};
          return {
            create: (name, more) => (made[name] = element(name, more)),
            getElement: (name) => made[name] ?? null,
            update: (changes) => only("elements.update", changes, elementsOptions),
            submit: async () =>
              made.payment.number() ? {} : { error: { type: "validation_error", message: "Incomplete." } },
          };
        },
        createPaymentMethod: async (options) => {
          only("createPaymentMethod", options, ["elements", "params"]);
          only("params", options.params, ["billing_details"]);
          only("billing_details", options.params?.billing_details, ["address"]);
          const address = options.params?.billing_details?.address;
          only("address", address, ["country", "postal_code"]);
          const body = new URLSearchParams({
            key,
            "card[number]": options.elements.getElement("payment").number(),
            "billing_details[address][country]": address?.country ?? "",
          });
          const { found, error } = await read(
            await fetch(`${api}/payment_methods`, { method: "POST", body }),
          );
          return error ? { error } : { paymentMethod: found };
        },
        handleNextAction: async (options) => {
          only("handleNextAction", options, ["clientSecret"]);
          const [, id] = /^((?:pi|seti)_\w+)_secret_\w+$/.exec(options.clientSecret ?? "") ?? [];
          if (!id) throw integrationError("clientSecret isn't one of an intent");
          const { found, error } = await intentOf(id, options.clientSecret);
          if (error) return { error };
          if (found.status !== "requires_action")
            return { error: { type: "invalid_request_error", code: "payment_intent_unexpected_state" } };
          await challenge(id);
          const after = await intentOf(id, options.clientSecret);
          if (after.error) return { error: after.error };
          const failure = after.found.last_payment_error ?? after.found.last_setup_error;
          return after.found.status === "succeeded" ? { intent: after.found } : { error: failure };
        },
      };
    },
    { version: document.currentScript.src.split("/")[3] },
  );
})();

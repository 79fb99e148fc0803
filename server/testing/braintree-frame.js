/* A card field as Braintree's frames show it, for journeys: an input that speaks to the real script around it. */
const prefix = "/*framebus*/";
const channel = location.hash.slice(1);
const names = ["number", "expirationDate", "cvv"];
const field = window.name.replace("braintree-hosted-field-", "");
const rules = { number: /^\d{16}$/, expirationDate: /^(0[1-9]|1[0-2])\d\d$/, cvv: /^\d{3}$/ };
const post = (event, eventData, reply) =>
  parent.postMessage(prefix + JSON.stringify({ event, origin: "*", eventData, reply }), "*");
const emit = (event, eventData, reply) => post(`${channel}:hosted-fields:${event}`, eventData, reply);

const input = document.createElement("input");
input.id = field;
input.inputMode = "numeric";
document.body.append(input);
document.body.style.cssText = "margin: 0; height: 100vh; display: flex";

const typedIn = (name) => {
  const sibling = parent.frames[`braintree-hosted-field-${name}`];
  return (sibling?.document.querySelector("input")?.value ?? "").replaceAll(/\D/g, "");
};
const stateOf = (name) => ({
  isEmpty: typedIn(name) === "",
  isValid: rules[name].test(typedIn(name)),
  isPotentiallyValid: true,
  isFocused: name === field && document.activeElement === input,
});
const tell = (type) =>
  emit("INPUT_EVENT", {
    type,
    merchantPayload: {
      emittedBy: field,
      cards: [],
      fields: Object.fromEntries(names.map((name) => [name, stateOf(name)])),
    },
  });
input.addEventListener("input", () => tell("validityChange"));
input.addEventListener("focus", () => tell("focus"));
input.addEventListener("blur", () => tell("blur"));
input.addEventListener("keydown", (event) => event.key === "Enter" && tell("inputSubmitRequest"));

const answers = {
  TRIGGER_INPUT_FOCUS: (name) => name === field && input.focus(),
  TOKENIZATION_REQUEST: async (_options, reply) => {
    if (field !== "number" || !reply) return;
    const response = await fetch("/stand-in/tokenize", {
      method: "POST",
      body: JSON.stringify({ number: typedIn("number") }),
    });
    const payload = await response.json();
    post(
      reply,
      payload.nonce
        ? [null, payload]
        : [{ type: "CUSTOMER", code: "HOSTED_FIELDS_FAILED_TOKENIZATION", message: "Failed" }],
    );
  },
};
addEventListener("message", ({ data, source }) => {
  if (typeof data !== "string" || !data.startsWith(prefix)) return;
  const { event, eventData, reply } = JSON.parse(data.slice(prefix.length));
  // The page sent the styles and labels.
  if (event === "configured") {
    // The page answers one frame.
    if (source === parent)
      for (const name of names)
        if (name !== field) parent.frames[`braintree-hosted-field-${name}`]?.postMessage(data, "*");
    input.setAttribute("aria-label", eventData.fields[field].internalLabel);
    input.placeholder = eventData.fields[field].placeholder ?? "";
    Object.assign(input.style, {
      color: eventData.styles.input.color,
      background: "transparent",
      border: "0",
      outline: "0",
      padding: "0",
      width: "100%",
      fontSize: eventData.styles.input["font-size"],
    });
    return;
  }
  const [, name] = event.split(`${channel}:hosted-fields:`);
  answers[name]?.(eventData, reply);
});
emit("FRAME_READY", { field }, "configured");

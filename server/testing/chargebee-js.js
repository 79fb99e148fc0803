/* A strict Chargebee.js for journeys: an argument that Chargebee.js doesn't know is an error of the page. */
(() => {
  const host = "https://js.chargebee.com";
  const only = (where, given, allowed) => {
    for (const name of Object.keys(given ?? {}))
      if (!allowed.includes(name)) throw new Error(`unknown parameter ${where}.${name}`);
  };
  const frameIn = (box, title, src) => {
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = src;
    frame.style.cssText = "border:0;width:100%;height:100%";
    box.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", () => resolve(frame)));
  };
  const once = (accepts) =>
    new Promise((resolve) => {
      const onMessage = (event) => {
        if (!accepts(event)) return;
        removeEventListener("message", onMessage);
        resolve(event.data);
      };
      addEventListener("message", onMessage);
    });

  const makeField = (name, options, style) => {
    only("field", options, ["ariaLabel", "placeholder", "style"]);
    const listeners = {};
    let box = null;
    let frame = null;
    const field = {
      at: (element) => {
        box = element;
        return field;
      },
      on: (event, listener) => {
        listeners[event] = listener;
        return field;
      },
      focus: () => frame.contentWindow.postMessage({ act: "focus" }, host),
      mount: async () => {
        frame = await frameIn(box, options.ariaLabel, `${host}/stand-in/field?name=${name}`);
        addEventListener("message", field.hear);
        frame.contentWindow.postMessage({ act: "configure", options, style }, host);
      },
      hear: ({ source, data }) => {
        if (source === frame.contentWindow && data.event) listeners[data.event]?.(data.state);
      },
      read: async () => {
        const answered = once(({ source, data }) => source === frame.contentWindow && "value" in data);
        frame.contentWindow.postMessage({ act: "read" }, host);
        return (await answered).value;
      },
      destroy: () => {
        removeEventListener("message", field.hear);
        frame?.remove();
      },
    };
    return field;
  };

  const init = ({ site, publishableKey, ...unknown }) => {
    only("init", unknown, []);
    let isLoaded = false;
    const call = async (path, body) => {
      const response = await fetch(`https://${site}.chargebee.com/stand-in/${path}`, {
        method: "POST",
        body: JSON.stringify({ key: publishableKey, ...body }),
      });
      const answer = await response.json();
      if (!response.ok) throw answer;
      return answer;
    };
    /** Opens the bank's page until the person has answered. */
    const challenge = async (intent) => {
      const box = document.createElement("div");
      box.style.cssText = "position:fixed;inset:10%;background:#fff;z-index:999";
      document.body.append(box);
      const answered = once(({ data }) => Boolean(data?.bank));
      await frameIn(box, "Bank", `https://${site}.chargebee.com/stand-in/bank`);
      const { bank } = await answered;
      box.remove();
      if (bank === "Fail") throw { name: "PaymentAttemptRefused", message: "3ds authentication failed" };
      return call("confirm", { intent, isAuthenticated: true });
    };
    const createComponent = (type, options) => {
      if (type !== "card" || !isLoaded) throw new Error("the components aren't loaded");
      only("card", options, ["style", "locale", "classes", "currency", "placeholder", "fonts"]);
      const fields = {};
      return {
        createField: (name, more) => (fields[name] = makeField(name, more, options.style)),
        mount: async () => {
          for (const field of Object.values(fields)) await field.mount();
          return true;
        },
        destroy: async () => {
          for (const field of Object.values(fields)) field.destroy();
        },
        authorizeWith3ds: async (intent, more) => {
          only("authorizeWith3ds", more, ["billingAddress", "email", "phone"]);
          only("billingAddress", more.billingAddress, ["countryCode", "zip"]);
          const number = (await fields.number.read()).replaceAll(" ", "");
          const answer = await call("confirm", { intent, number });
          return answer.status === "in_progress" ? challenge(answer) : answer;
        },
      };
    };
    return {
      load: async (name) => {
        if (name !== "components") throw new Error(`unknown module ${name}`);
        isLoaded = true;
      },
      createComponent,
    };
  };
  window.Chargebee = { init };
})();

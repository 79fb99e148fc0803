/* Cardinal's script for journeys: opens the bank's page in a frame, and tells Braintree's script what the person pressed. */
(() => {
  const listeners = {};
  window.Cardinal = {
    configure: () => {},
    on: (event, listener) => {
      listeners[event] = listener;
    },
    off: (event) => {
      delete listeners[event];
    },
    setup: () => setTimeout(() => listeners["payments.setupComplete"]?.({ sessionId: "session" })),
    trigger: async () => ({ Status: true }),
    continue: (_kind, { AcsUrl }) => {
      const frame = document.createElement("iframe");
      frame.title = "Bank";
      frame.src = AcsUrl;
      frame.style.cssText = "position:fixed;inset:10%;width:80%;height:60%;background:#fff;z-index:999";
      const onMessage = ({ source, data }) => {
        if (source !== frame.contentWindow || !data.bank) return;
        removeEventListener("message", onMessage);
        frame.remove();
        listeners["ui.close"]?.();
        const ActionCode = data.bank === "Complete" ? "SUCCESS" : "FAILURE";
        listeners["payments.validated"]?.({ ActionCode, Validated: true, ErrorNumber: 0 }, data.bank);
      };
      addEventListener("message", onMessage);
      document.body.append(frame);
      listeners["ui.render"]?.();
    },
  };
})();

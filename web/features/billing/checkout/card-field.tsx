import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState, type Ref, useImperativeHandle } from "react";
import {
  cardFieldSource,
  type BillingAddress,
  type CardFieldMessage,
  type CardFieldOrder,
} from "../../../../contract/card-field.ts";

/** A token that stands for a card once, or why there is none. */
export type Tokenized = { token: string } | { code: string };

export type CardFieldHandle = { tokenize: (address: BillingAddress) => Promise<Tokenized> };

/** Without an answer for this long the field's origin is unreachable, in milliseconds. */
const answerMs = 30_000;
/** As high as its content at the usual text size, so that nothing moves when it has come. */
const firstHeight = 172;

/** The card's number, date and code, typed into a document of the gateway's own: none of it passes through this page. */
export function CardField({
  url,
  ref,
  onSubmit,
  describedBy,
}: {
  url: string;
  ref: Ref<CardFieldHandle>;
  onSubmit: () => void;
  describedBy?: string | undefined;
}) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const waiting = useRef(new Map<string, (answer: Tokenized) => void>());
  const [height, setHeight] = useState(firstHeight);
  const [isReady, setReady] = useState(false);
  const [source] = useState(() => {
    const address = new URL(url);
    address.searchParams.set("origin", location.origin);
    address.searchParams.set("theme", shownTheme());
    return address;
  });
  const say = (order: CardFieldOrder): void =>
    frame.current?.contentWindow?.postMessage(order, source.origin);
  const hear = useEffectEvent((message: CardFieldMessage): void => {
    switch (message.type) {
      case "ready":
        setReady(true);
        break;
      case "resized":
        setHeight(Math.ceil(message.height));
        break;
      case "submitted":
        onSubmit();
        break;
      case "token":
        waiting.current.get(message.id)?.({ token: message.token });
        break;
      case "refused":
        waiting.current.get(message.id)?.({ code: message.code });
        break;
    }
  });
  useEffect(() => {
    const listen = (event: MessageEvent<CardFieldMessage>): void => {
      if (event.source !== frame.current?.contentWindow || event.origin !== source.origin) return;
      if (event.data.source === cardFieldSource) hear(event.data);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [source]);
  useEffect(() => {
    // Until it says so, the frame holds this page's own blank document, to which the browser refuses to deliver.
    if (!isReady) return;
    const follow = (): void =>
      frame.current?.contentWindow?.postMessage(
        { type: "theme", theme: shownTheme() } satisfies CardFieldOrder,
        source.origin,
      );
    const root = new MutationObserver(follow);
    root.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", follow);
    follow();
    return () => {
      root.disconnect();
      system.removeEventListener("change", follow);
    };
  }, [source, isReady]);
  useImperativeHandle(ref, () => ({
    tokenize: (address) =>
      new Promise((resolve) => {
        if (!isReady) return resolve({ code: "NETWORK" });
        const id = crypto.randomUUID();
        const end = (answer: Tokenized): void => {
          clearTimeout(timer);
          waiting.current.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => end({ code: "NETWORK" }), answerMs);
        waiting.current.set(id, end);
        say({ type: "tokenize", id, address });
      }),
  }));
  return (
    <iframe
      ref={frame}
      className="card-frame"
      src={source.href}
      title={t`Card number, expiry and security code`}
      aria-describedby={describedBy}
      allow="payment"
      height={height}
    />
  );
}

function shownTheme(): "room" | "daylight" {
  const { theme } = document.documentElement.dataset;
  if (theme === "room" || theme === "daylight") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "room" : "daylight";
}

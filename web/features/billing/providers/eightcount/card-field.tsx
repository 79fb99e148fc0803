import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState, type Ref, useImperativeHandle } from "react";
import {
  cardFieldSource,
  type CardFieldMessage,
  type CardFieldOrder,
} from "../../../../../contract/card-field.ts";
import { fieldFontUrl } from "../field-font.ts";
import type { CardFieldHandle, Tokenized } from "../provider.ts";
import { shownTheme, watchTheme } from "../theme.ts";

/** Timeout in milliseconds after which the field's origin counts as unreachable. */
const answerMs = 30_000;
/** Height of the content at the default text size, so that nothing shifts when the frame has loaded. */
const firstHeight = 172;

/**
 * Card number, expiry date and code, entered in a frame of the gateway. None of the data passes through this
 * page.
 */
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
  const { t, i18n } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const waiting = useRef(new Map<string, (answer: Tokenized) => void>());
  const [height, setHeight] = useState(firstHeight);
  const [isReady, setReady] = useState(false);
  const [source] = useState(() => {
    const address = new URL(url);
    address.searchParams.set("origin", location.origin);
    address.searchParams.set("theme", shownTheme());
    address.searchParams.set("locale", i18n.locale);
    address.searchParams.set("font", fieldFontUrl());
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
    // Until its ready message, the frame holds a blank document of this page. The browser refuses to deliver
    // messages to it.
    if (!isReady) return;
    const follow = (): void =>
      frame.current?.contentWindow?.postMessage(
        { type: "theme", theme: shownTheme() } satisfies CardFieldOrder,
        source.origin,
      );
    follow();
    return watchTheme(follow);
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

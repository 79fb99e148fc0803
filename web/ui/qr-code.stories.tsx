import { longText, type Stories } from "../gallery/story.ts";
import { QrCode } from "./qr-code.tsx";

export const stories: Stories = {
  title: "QR code",
  states: {
    "A link": () => <QrCode text="https://example.test/checkout?coupon=SPRING" label="QR code" />,
    "Long text": () => <QrCode text={longText.repeat(4)} label="QR code" />,
  },
};

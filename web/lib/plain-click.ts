import type { MouseEvent } from "react";

/** Whether a click on a link opens it in this tab: no other button, and no key that opens it elsewhere or downloads it. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

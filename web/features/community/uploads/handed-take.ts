/** A take on this device that another page hands over for sharing. */
export type HandedTake = {
  recorded: Blob;
  /** With its extension. */
  fileName: string;
  description: string;
};

let waiting: HandedTake | null = null;

/** Holds a take for the upload page in this tab's memory. Null releases it. */
export function keepHanded(take: HandedTake | null): void {
  waiting = take;
}

/** The take that was handed over last. */
export function readHanded(): HandedTake | null {
  return waiting;
}

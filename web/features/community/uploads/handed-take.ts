/** A film of this device that another page hands over to be shared. */
export type HandedTake = {
  film: Blob;
  /** With its ending. */
  fileName: string;
  description: string;
};

let waiting: HandedTake | null = null;

/** Keeps a film for the page that shares it; it stays in this tab's memory. Null lets it go. */
export function keepHanded(take: HandedTake | null): void {
  waiting = take;
}

/** What was handed over last. */
export function readHanded(): HandedTake | null {
  return waiting;
}

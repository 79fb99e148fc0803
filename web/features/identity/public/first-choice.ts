const key = "eightcount.dancer-chosen";

/** Records that a profile of this account was chosen in this window. */
export function noteChoice(accountId: string): void {
  try {
    sessionStorage.setItem(key, accountId);
  } catch {
    // Storage is unavailable: isChosen then never asks, or no page would open.
  }
}

/** Whether a profile of this account was chosen in this window. */
export function isChosen(accountId: string): boolean {
  try {
    return sessionStorage.getItem(key) === accountId;
  } catch {
    return true;
  }
}

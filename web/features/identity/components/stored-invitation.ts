/** The token of an invitation's link, for this tab: signing in or signing up leads back to the invitation. */
const key = "eightcount.invitation";

/** Null if there is none, or storage is denied. */
export function readInvitation(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null deletes it. */
export function storeInvitation(token: string | null): void {
  try {
    if (token) sessionStorage.setItem(key, token);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is denied: the link in the email still works.
  }
}

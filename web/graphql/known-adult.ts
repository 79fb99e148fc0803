/**
 * Where this device remembers the id of the active profile if it is an adult's other than the account holder's, for as long as its
 * session. Every other such profile counts as a child's while it can't be loaded.
 */
export const adultKey = "eightcount.known-adult";

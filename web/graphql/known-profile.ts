/** Where this device remembers the active profile, for as long as its session. */
export const profileKey = "eightcount.profile-known";

/** Path of the tus endpoint. */
export const uploadsPath = "/uploads";

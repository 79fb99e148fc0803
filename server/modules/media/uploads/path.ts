/** Where files are sent by tus. */
export const uploadsPath = "/uploads";

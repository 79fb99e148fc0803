/** What a backup leaves out on purpose, for the operator. */
export const leftOut =
  "Not in the backup, keep them elsewhere: the environment (AUTH_SECRET, MEDIA_SECRET, VAPID, SMTP, S3, Stripe, Braintree and Google keys), or secrets.json and push-keys.json in DATA_DIR. With another AUTH_SECRET, the restored server doesn't start.";

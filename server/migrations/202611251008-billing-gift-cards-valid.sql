alter table billing.payments validate constraint payments_purpose_known;

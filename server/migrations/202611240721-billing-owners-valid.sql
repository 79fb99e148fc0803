alter table billing.subscriptions validate constraint subscriptions_owned;

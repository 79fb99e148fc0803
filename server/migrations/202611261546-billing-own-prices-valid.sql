alter table billing.plans
  validate constraint plans_access_type,
  validate constraint plans_pass,
  validate constraint plans_opens;

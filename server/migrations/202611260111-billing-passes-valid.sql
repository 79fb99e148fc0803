alter table billing.plans validate constraint plans_pass;

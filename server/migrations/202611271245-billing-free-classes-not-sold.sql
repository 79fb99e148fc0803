-- backfill: takes prices of classes that anyone plays for free from sale. Earlier releases sold them by their address.
update billing.plans
set is_withheld = true
where id in (
  select plans.id
  from billing.plans
    join catalog.classes on classes.id = plans.opens_id
  where plans.opens_kind = 'class' and not plans.is_withheld and (classes.access_rank = 0 or classes.is_free_in_course)
  limit 1000
);

-- When a member became staff. From then on they have some days to set up a second step; those who are staff today begin now.
alter table identity."user" add column "staffSince" timestamptz;
update identity."user" set "staffSince" = now() where role <> 'member';

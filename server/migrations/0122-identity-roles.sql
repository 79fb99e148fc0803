-- Null: whoever runs the machine, by its command, where nobody is signed in.
alter table identity.staff_acts alter column actor_id drop not null;

-- The few who work here, among everybody.
create index user_staff on identity."user" ("role") where "role" <> 'member';

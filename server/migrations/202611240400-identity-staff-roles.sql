-- More roles of staff. Servers of the previous release refuse a token with one of them.
alter table identity."user" drop constraint user_role_check;
alter table identity."user" add constraint user_role_check
  check ("role" in ('member', 'moderator', 'teacher', 'support', 'editor', 'finance', 'admin')) not valid;

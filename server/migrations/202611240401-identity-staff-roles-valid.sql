alter table identity."user" validate constraint user_role_check;

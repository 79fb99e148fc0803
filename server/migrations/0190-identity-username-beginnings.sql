-- For names that begin with what somebody has typed.
create index user_username_beginning on identity."user" ((identity.name_look("username") collate "C"));

-- When a recipient first followed a link of a message to a page of the studio.
alter table studio.message_recipients add column clicked_at timestamptz;

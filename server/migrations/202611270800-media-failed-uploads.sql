-- When we couldn't process an upload, by no fault of its file, which stays for a retry.
alter table media.uploads add column failed_at timestamptz;

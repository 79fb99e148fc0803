-- How often an account's payments were refused lately.
create index payments_refused on billing.payments (account_id, created_at) where status = 'failed';

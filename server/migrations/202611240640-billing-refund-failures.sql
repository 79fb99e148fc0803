-- Failures of refunds are codes, which the interface names in the reader's language.
update billing.refunds set failure = 'returned_by_bank' where failure = 'The bank returned the money.';
update billing.refunds set failure = 'provider_unavailable' where failure = 'The payment service didn''t answer.';

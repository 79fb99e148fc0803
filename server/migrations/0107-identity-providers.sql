-- An account elsewhere opens one account here.
create unique index account_provider on identity."account" ("providerId", "accountId") where "providerId" <> 'credential';

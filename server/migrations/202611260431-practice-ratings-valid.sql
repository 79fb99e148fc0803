alter table practice.records validate constraint records_difficulty;

-- What lies outside of the present video of a class, in its time: it comes back with a video that has it. Null: nothing.
alter table practice.records add column played_outside int4multirange;
alter table practice.loops add column looped_outside int4multirange;
-- where a note belongs whose moment the video doesn't have; it is hidden, and at_ms is the nearest moment
alter table practice.notes add column outside_ms int;

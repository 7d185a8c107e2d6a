-- Calendars have the nights.
do $$
declare
  found text;
begin
  for found in select table_name from build where projection = 'night' loop
    execute format('drop table if exists read.%I cascade', found);
  end loop;
end $$;
delete from parked_event where projection = 'night';
delete from parked_stream where projection = 'night';
delete from segment where projection = 'night';
delete from build where projection = 'night';
delete from projection where name = 'night'

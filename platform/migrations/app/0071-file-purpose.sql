
      -- Evidence of an incident is for those who see incidents, not for all who see the listing.
      alter table upload add column purpose text check (purpose in ('incident'))

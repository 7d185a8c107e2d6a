
      -- What staff read while impersonating goes to the impersonation's own stream.
      alter table staff_look add column impersonation_id uuid;
      create index staff_look_impersonation on staff_look (impersonation_id) where impersonation_id is not null

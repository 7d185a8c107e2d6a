
      -- What staff read of accounts, until it stands in the streams audit-<account>. batch: who takes it there.
      create table staff_look (
        id bigint generated always as identity primary key,
        staff_user_id uuid not null,
        host_account_id text not null,
        resource text not null,
        record_ids text[] not null,
        at timestamptz not null,
        batch uuid
      );
      create index staff_look_waiting on staff_look (id) where batch is null;
      create index staff_look_taken on staff_look (batch) where batch is not null

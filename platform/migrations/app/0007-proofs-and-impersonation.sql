
      -- proved_at: when the person last proved who they are. method: how this session began. user_agent, address: for its owner's list of sessions.
      alter table session
        add column proved_at timestamptz not null default now(),
        add column method text not null default 'password',
        add column user_agent text,
        add column address text,
        add column impersonation_id uuid;

      -- What staff may do in a host's place, for as long as it lasts; the events in stream impersonation-<id> tell it, this is what a session is checked by.
      create table impersonation (
        id uuid primary key,
        staff_user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid not null,
        mode text not null check (mode in ('read_only', 'act_as')),
        scopes text[] not null,
        expires_at timestamptz not null
      )

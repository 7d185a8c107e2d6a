
      -- One for each account; code_hash is made under a server key. used_for: the impersonation that it was used for.
      create table impersonation_code (
        host_account_id uuid primary key,
        code_hash text not null,
        made_by uuid not null references app_user (id) on delete cascade,
        expires_at timestamptz not null,
        failures int not null default 0,
        used_for uuid
      );
      create index session_by_impersonation on session (impersonation_id) where impersonation_id is not null

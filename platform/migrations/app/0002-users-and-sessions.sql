
      create table app_user (
        id uuid primary key,
        email text not null,
        password_hash text,
        display_name text not null,
        staff_role text check (staff_role in ('support', 'finance', 'admin', 'auditor')),
        created_at timestamptz not null default now()
      );
      create unique index app_user_email on app_user (lower(email));

      -- listing_ids null = every listing of the account
      create table membership (
        user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid not null,
        role text not null,
        listing_ids uuid[],
        primary key (user_id, host_account_id)
      );
      create index membership_by_host_account on membership (host_account_id);

      -- host_account_id null = no account chosen yet, or a staff session
      create table session (
        id_hash text primary key,
        user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index session_by_user on session (user_id);
      create index session_by_expiry on session (expires_at)

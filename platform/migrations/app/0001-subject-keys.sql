
      create table subject_key (
        key_id uuid primary key,
        tenant_id text not null,
        subject_id text not null,
        wrapped_key bytea not null,
        created_at timestamptz not null default now(),
        unique (tenant_id, subject_id)
      )

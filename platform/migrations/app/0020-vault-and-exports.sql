
      -- The only place of bank and tax numbers, sealed; what else needs one says its id and the last four characters.
      create table vault (
        id uuid primary key,
        tenant_id text not null,
        subject_id text not null,
        kind text not null,
        sealed bytea not null,
        last4 text not null,
        created_at timestamptz not null default now()
      );
      create index vault_by_subject on vault (tenant_id, subject_id);

      -- Copies of an account's data, sealed in pieces; gone when their time is over or a person of theirs is erased.
      create table data_export (
        id uuid primary key,
        host_account_id uuid not null,
        name text not null,
        expires_at timestamptz not null
      );
      create index data_export_by_host_account on data_export (host_account_id);
      create table data_export_part (
        export_id uuid not null references data_export (id) on delete cascade,
        part int not null,
        sealed bytea not null,
        primary key (export_id, part)
      )

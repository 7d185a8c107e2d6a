
      -- The statements and notifications of banks that were taken in. A later one with the same key replaces
      -- what the earlier one said.
      create table bank_document (
        key text primary key,
        created_at timestamptz not null,
        read_at timestamptz not null default now()
      );
      -- Which document said it last; null for what a provider reported itself.
      alter table bank_movement add column document text;
      create index bank_movement_document on bank_movement (document);

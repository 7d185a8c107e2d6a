
      -- What banks said that they did, as it was taken in from their statements; only ever added to.
      create table bank_movement (
        number bigint generated always as identity,
        provider_ref text not null,
        result text not null,
        attempt_key text not null,
        amount_minor bigint not null,
        currency text not null,
        at timestamptz not null,
        code text,
        taken_in_at timestamptz not null default now(),
        primary key (provider_ref, result)
      );
      create index bank_movement_of_payout on bank_movement (left(attempt_key, 36)) where result = 'paid';
      create index bank_movement_new on bank_movement (taken_in_at) where result = 'paid';
      -- How far each provider's statement was read.
      create table bank_statement (
        provider text primary key,
        cursor text not null
      );
      -- When a payout was last asked after at the bank.
      create table payout_look_up (
        payout_id text primary key,
        at timestamptz not null
      )

create table login_attempt (key text primary key, failures int not null, since timestamptz not null)

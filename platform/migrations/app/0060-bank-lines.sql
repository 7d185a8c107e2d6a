
      -- Lines of banks' documents that were not recognized as payments. `attempt_key`: the attempt that two
      -- people attached the line to.
      create table bank_line (
        id text primary key,
        document text not null,
        attempt_key text
      );
      create index bank_line_document on bank_line (document);

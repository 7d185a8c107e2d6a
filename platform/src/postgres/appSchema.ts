import { readMigrationFiles } from './migrationFiles.ts'

/**
 * The schema `app`: what cannot be rebuilt from events. It is backed up like the log
 * (docs/operate.md#back-up).
 */
export const appSchema = 'app'

/** In the order in which they are applied, which is not everywhere that of their names. */
export const appMigrations = readMigrationFiles(appSchema, [
  '0001-subject-keys',
  '0002-users-and-sessions',
  '0003-login-attempts',
  // Not in schema `read`: what was sent must not be sent again when read models are rebuilt.
  '0004-processes',
  '0005-stopped-processes',
  '0006-stopped-index',
  '0007-proofs-and-impersonation',
  '0010-sign-in',
  '0030-impersonation-codes',
  '0020-vault-and-exports',
  '0031-staff-looks',
  '0032-audit-chain',
  '0040-uploads',
  '0041-files',
  '0042-feed-checks',
  '0050-bank',
  '0051-outbox-by-manager',
  '0052-bank-documents',
  '0067-known-browsers',
  '0060-bank-lines',
  '0063-reads-of-impersonations',
  '0065-micro-deposit-pairs',
  '0066-contact-code-counts',
  '0068-deposit-currency',
  '0069-deposit-costs',
  '0070-thread-files',
  '0071-file-purpose',
  '0072-unsent-files',
  '0073-reimbursement-files',
  '0074-named-numbers',
  '0075-outbox-failures',
  '0076-refused-commands',
])

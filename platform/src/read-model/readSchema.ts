import { readMigrationFiles } from '../postgres/migrationFiles.ts'
import { READ_SCHEMA } from './tables.ts'

/** What the projectors keep in the schema of the read models, besides the builds' tables and their views. */
export const readMigrations = readMigrationFiles(READ_SCHEMA, [
  '0001-projection',
  '0002-builds',
  '0003-status',
  '0004-discard',
  '0005-readers',
  '0006-be-readers',
  '0007-nights',
])

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Migration } from './migrate.ts'

/**
 * The migrations of a schema, in this order, from `platform/migrations/<schema>/<name>.sql`. The files are
 * found through the package, so that sources and bundles read the same ones. Databases have recorded the hash
 * of each text without its last line break.
 */
export const readMigrationFiles = (schema: string, names: readonly string[]): readonly Migration[] => {
  const { resolve } = createRequire(import.meta.url)
  return names.map((name) => ({
    name,
    sql: readFileSync(resolve(`@hearth/platform/migrations/${schema}/${name}.sql`), 'utf8').replace(
      /\n$/,
      '',
    ),
  }))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `DATABASE_URL`, or the address that standalone wrote into HEARTH_DATA. Throws with instructions. */
export const readDatabaseUrl = (): string => {
  const given = process.env['DATABASE_URL']
  if (given) return given
  const path = join(process.env['HEARTH_DATA'] ?? '.hearth', 'addresses.json')
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Readonly<{ databaseUrl: string }>).databaseUrl
  } catch (error) {
    throw new Error(
      `No database: set DATABASE_URL, or HEARTH_DATA to the data of a running system (${String(error)})`,
    )
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceRole } from '@hearth/contracts/kernel/access'
import { findToken } from './secrets.ts'

/**
 * The token of a service principal: `IMPORTER_TOKEN` and so on, its entry in SERVICE_TOKENS, or the one that
 * standalone wrote into HEARTH_DATA. Throws with instructions.
 */
export const readServiceToken = (role: ServiceRole): string => {
  const variable = `${role.toUpperCase()}_TOKEN`
  const given = process.env[variable] ?? findToken(process.env['SERVICE_TOKENS'], role)
  if (given) return given
  const path = join(process.env['HEARTH_DATA'] ?? '.hearth', 'secrets.json')
  let secrets: Readonly<Record<string, string>>
  try {
    secrets = JSON.parse(readFileSync(path, 'utf8')) as typeof secrets
  } catch (error) {
    throw new Error(
      `No token for the ${role}: set ${variable}, ` +
        `or HEARTH_DATA to the data of a running system (${String(error)})`,
    )
  }
  const token = findToken(secrets['SERVICE_TOKENS'], role)
  if (token === undefined) throw new Error(`${path} holds no token for the ${role}. Set ${variable}.`)
  return token
}

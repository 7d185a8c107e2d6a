import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} path relative to the repository */
export const readJson = (path) => {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** When a file, or anything in a directory, last changed; -1 when there is none. @param {string} path */
export const changedAt = (path) => {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return -1
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)
}

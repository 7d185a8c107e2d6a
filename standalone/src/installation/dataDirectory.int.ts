import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { permits, serverUser } from '../postgres/systemUser.ts'
import { closeDataDirectory } from './dataDirectory.ts'

let place: ReturnType<typeof createWorkDirectory>
beforeEach(() => {
  place = createWorkDirectory()
})
afterEach(() => place.remove())

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

const createFile = (path: string, mode: number) => {
  writeFileSync(path, 'x')
  chmodSync(path, mode)
}
const createDirectory = (path: string, mode: number) => {
  mkdirSync(path)
  chmodSync(path, mode)
}

test('creates a directory that only its owner can enter', () => {
  const directory = join(place.path, 'a', 'data')
  closeDataDirectory(directory, undefined)
  expect(modeOf(directory)).toBe('700')
})

test('closes an existing one and all that is in it, but follows no links', () => {
  const directory = join(place.path, 'data')
  createDirectory(directory, 0o755)
  createFile(join(directory, 'ports.json'), 0o644)
  for (const name of ['files', 'log', 'postgres']) createDirectory(join(directory, name), 0o755)
  createDirectory(join(directory, 'files', 'photos'), 0o777)
  createFile(join(directory, 'files', 'photos', 'one.jpg'), 0o666)
  createFile(join(directory, 'log', 'hearth.log'), 0o644)
  createFile(join(place.path, 'elsewhere'), 0o644)
  symlinkSync(join(place.path, 'elsewhere'), join(directory, 'link'))
  closeDataDirectory(directory, undefined)
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted()
  expect(names.map((name) => [name, modeOf(join(directory, name))])).toEqual([
    ['files', '700'],
    ['files/photos', '700'],
    ['files/photos/one.jpg', '600'],
    ['link', '644'],
    ['log', '700'],
    ['log/hearth.log', '600'],
    ['ports.json', '600'],
    // The server closes it itself.
    ['postgres', '755'],
  ])
  expect(modeOf(directory)).toBe('700')
})

// Without root, Postgres runs as the user who starts it, and there is no other one to let through.
test.runIf(process.getuid?.() === 0)(
  'lets the user through that Postgres runs under, and no one else',
  () => {
    const user = serverUser()
    if (!user) throw new Error('Root has a user for Postgres')
    const directory = join(place.path, 'data')
    closeDataDirectory(directory, user)
    const stat = statSync(directory)
    expect([permits(user, stat, 0o1), permits(user, stat, 0o4)]).toEqual([true, false])
    expect(permits({ name: 'stranger', uid: 54_321, gid: 54_321 }, stat, 0o1)).toBe(false)
  },
)

test('refuses a directory that others use, such as /tmp', () => {
  const directory = join(place.path, 'data')
  createDirectory(directory, 0o1777)
  expect(() => closeDataDirectory(directory, undefined)).toThrow('is shared with other users')
  expect(modeOf(directory)).toBe('1777')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const WORKSPACES = [
  'contracts',
  'platform',
  'command-service',
  'projector',
  'query-service',
  'standalone',
  'bench',
  'e2e',
]
/** The embedded event store and its tests. */
const OWNER = 'standalone/src/event-store/'
/** A table of the schema, the schema itself, or its name compared with one of PostgreSQL's catalogue. */
const SCHEMA =
  /\bevents\.(event|migration)\b|\bschema (if (not )?exists )?events\b|\b(table_schema|nspname|schemaname)\b[^\n]*'events'/i

const listSources = (workspace: string) =>
  readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(root, workspace, file))

const namesSchema = (text: string): boolean => SCHEMA.test(text)

it('recognises what names the schema of the embedded event store', () => {
  for (const text of [
    'select count(*) from events.event',
    'lock table Events.Event',
    'create schema if not exists events',
    `where table_schema in ('app', 'events')`,
  ])
    expect([text, namesSchema(text)]).toEqual([text, true])
  for (const text of ['tally.events.TallyCounted', `resource.name === 'events'`, 'events.eventually()'])
    expect([text, namesSchema(text)]).toEqual([text, false])
})

it('only the embedded event store knows its tables; all else reads the log through it', () => {
  const found = WORKSPACES.flatMap(listSources)
    .filter((file) => file !== import.meta.filename)
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith(OWNER) && namesSchema(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

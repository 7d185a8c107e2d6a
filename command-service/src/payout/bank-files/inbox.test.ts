import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@hearth/platform/telemetry/log'
import { silentLog } from '@hearth/platform/testing/log'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { createInbox } from './inbox.ts'

const root = mkdtempSync(join(tmpdir(), 'hearth-inbox-'))
afterAll(() => rmSync(root, { recursive: true }))
let count = 0

const createBox = () => {
  count += 1
  const directory = join(root, String(count))
  mkdirSync(join(directory, 'in'), { recursive: true })
  const books: string[] = []
  const errors: unknown[] = []
  const log: Log = { ...silentLog, error: (what: unknown) => void errors.push(what) }
  const inbox = createInbox({
    directory,
    log,
    book: async (xml) => {
      if (xml.includes('broken')) throw new Error('This isn’t XML.')
      books.push(xml)
      return { reports: 1, statuses: 0, leftovers: [] }
    },
  })
  const put = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(directory, 'in', name), content)
  return { directory, inbox, put, books, errors, list: (part: string) => readdirSync(join(directory, part)) }
}

describe('the inbox', () => {
  it('books files whatever the case of their ending, the oldest name first', async () => {
    const { inbox, put, books, list } = createBox()
    put('b.XML', '<b/>')
    put('a.xml', '<a/>')
    await inbox.read()
    expect(books).toEqual(['<a/>', '<b/>'])
    expect([list('in'), list('read'), inbox.unread()]).toEqual([[], ['a.xml', 'b.XML'], 0])
  })

  it('books the files of an archive, also of one within it, and keeps them readable for erasure', async () => {
    const { inbox, put, books, list } = createBox()
    const inner = zipSync({ 'deep/c.xml': strToU8('<c/>') })
    put('day.ZIP', zipSync({ 'x/a.xml': strToU8('<a/>'), 'y/a.xml': strToU8('<b/>'), 'more.zip': inner }))
    await inbox.read()
    expect(books.toSorted()).toEqual(['<a/>', '<b/>', '<c/>'])
    expect(list('in')).toEqual([])
    expect(list('read').every((name) => name.endsWith('.xml'))).toBe(true)
  })

  it('names everything else once and counts it while it is there', async () => {
    const { inbox, put, errors, directory } = createBox()
    put('notes.pdf', 'x')
    put('bad.xml', 'broken')
    put('half.zip', 'PK')
    put('day.zip', zipSync({ 'terms.pdf': strToU8('x') }))
    await inbox.read()
    await inbox.read()
    expect(inbox.unread()).toBe(4)
    expect(errors.map((error) => (error as { file: string }).file).toSorted()).toEqual([
      'bad.xml',
      'day.zip-1-terms.pdf',
      'half.zip',
      'notes.pdf',
    ])
    for (const name of readdirSync(join(directory, 'in'))) rmSync(join(directory, 'in', name))
    await inbox.read()
    expect(inbox.unread()).toBe(0)
    expect(errors).toHaveLength(4)
  })
})

import { expect, it } from 'vitest'
import { edit, NO_DRAFT } from './autosave.ts'
import { listDrafts, keepDraft, readDraft, type DraftName } from './drafts.ts'

const name: DraftName = { userId: 'u1', listingId: 'l1', section: 'info' }
const draft = edit(NO_DRAFT, { version: 1, values: {} }, 'maxGuests', 4)

it('returns a draft only to the person who wrote it', () => {
  keepDraft(name, draft)
  expect(readDraft(name)).toEqual(draft)
  expect([listDrafts('u1'), listDrafts('u2')]).toEqual([[name], []])
})

it('ignores a draft that it cannot read, such as one of an earlier version', () => {
  for (const text of [
    '{',
    '[]',
    '7',
    '{"fields":{}}',
    '{"changes":{},"conflicts":null,"refusals":{},"sending":null}',
  ]) {
    localStorage.setItem('hearth.section/u1/l1/info', text)
    expect(readDraft(name)).toBeNull()
  }
  localStorage.setItem('hearth.section/u1/l1/garden', JSON.stringify(draft))
  expect(listDrafts('u1')).toEqual([name])
})

import { expect, test } from 'vitest'
import { deriveEventId, humanCode, deriveId, newId, deriveRefundId, deriveStepId, zId } from './ids.ts'

const ID = '0197f3a0-1111-7222-8333-444455556666'

test('never changes derived ids', () => {
  expect(deriveId('booking', 't', 'k')).toBe('bad8673d-c559-5e61-b949-04f8dddba013')
  expect(deriveEventId(ID, 0)).toBe('42d33a6f-c833-58a1-b41b-e69bb6740fc3')
  expect(deriveStepId(ID, 'calendar-x', 'hold')).toBe('5e33f3d9-7502-58fa-b882-3b394a89f83c')
  expect(deriveRefundId(ID, 'cancellation')).toBe('716f174a-15f7-5caf-bdd9-251f666facf6')
})
test('keeps the parts apart', () => expect(deriveId('a', 'bc')).not.toBe(deriveId('ab', 'c')))
test('creates UUIDv7 ids that sort by time', () => {
  const ids = Array.from({ length: 50 }, () => newId())
  expect(ids).toEqual(ids.toSorted())
  expect(ids.every((id) => zId.safeParse(id).success && id[14] === '7')).toBe(true)
})
test('accepts an id in lower case', () =>
  expect(
    ['', 'x', ID.toUpperCase().replace('0197', 'A197'), `${ID} `].some((id) => zId.safeParse(id).success),
  ).toBe(false))
test('creates a short code from the id that is easy to type', () => {
  expect(humanCode('HB', '0197f3a0-1111-7222-8333-ffffffffffff')).toBe('HB-ZZZZZZZZ')
  expect(humanCode('HB', '0197f3a0-1111-7222-8333-440000000021')).toBe('HB-00000011')
  expect(humanCode('PO', ID)).toMatch(/^PO-[0-9A-HJKMNP-TV-Z]{8}$/)
})

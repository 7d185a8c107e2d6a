import { READ_NAMES, type AccessEntry } from '@hearth/contracts/audit'
import { resources } from '@hearth/contracts'
import { expect, it } from 'vitest'
import { accountTexts } from '../../i18n/en/account.ts'
import { addTexts, i18nProvider } from '../../i18n/i18nProvider.ts'
import type { Text } from '../../i18n/text.ts'
import { describeEntry } from './accessSentences.ts'

addTexts({ account: accountTexts })

const t: Text = (key, values) => i18nProvider.translate(key, values)
const words = (kind: AccessEntry['kind'], text: string) =>
  describeEntry({ kind, text, at: '2026-07-16T13:00:00.000Z', recordIds: [] }, t)

it('describes every page and record of an account that staff can view', () => {
  const viewed = Object.values(resources)
    .map(({ name }) => name)
    .concat('files', 'traces', 'payouts-breakdown', 'bookings/earnings', 'listings/versions', 'today')
  expect(viewed.length).toBeGreaterThan(20)
  expect(viewed.filter((name) => !Object.hasOwn(READ_NAMES, name))).toEqual([])
  expect(
    ['ical-feeds.csv', 'ical-feeds.xlsx', 'bookings/history', 'files'].map((name) => words('read', name)),
  ).toEqual([
    'Viewed imported calendars',
    'Viewed imported calendars',
    'Viewed the history of a booking',
    'Viewed photos and documents',
  ])
})

import type { AccessEntry } from '@hearth/contracts/audit'
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
  const viewed = [
    ...Object.values(resources).flatMap(({ name, audited }) => (audited ? [name, `${name}.csv`] : [])),
    'files',
    'traces',
    'payouts-breakdown',
    'bookings/earnings',
    'listings/versions',
    'bookings/history',
  ]
  expect(viewed.length).toBeGreaterThan(20)
  expect(
    viewed.filter(
      (name) => !Object.hasOwn(accountTexts.access.resources, name.replace(/(\.csv|\/history)$/, '')),
    ),
  ).toEqual([])
  expect(['ical-feeds.csv', 'bookings/history', 'files'].map((name) => words('read', name))).toEqual([
    'Viewed imported calendars',
    'Viewed bookings',
    'Viewed photos and documents',
  ])
})

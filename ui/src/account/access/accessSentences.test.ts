import type { AccessEntry } from '@hearth/contracts/audit'
import { resources } from '@hearth/contracts'
import { expect, it } from 'vitest'
import { accountTexts } from '../../i18n/en/account.ts'
import { addTexts, i18nProvider } from '../../i18n/i18nProvider.ts'
import type { Text } from '../../i18n/text.ts'
import { sentenceOf } from './accessSentences.ts'

addTexts({ account: accountTexts })

const t: Text = (key, values) => i18nProvider.translate(key, values)
const said = (kind: AccessEntry['kind'], text: string) =>
  sentenceOf({ kind, text, at: '2026-07-16T13:00:00.000Z', recordIds: [] }, t)

it('has words for everything in an account that staff can view', () => {
  const looked = [
    ...Object.values(resources).flatMap(({ name, audited }) => (audited ? [name, `${name}.csv`] : [])),
    'files',
    'traces',
    'payouts-breakdown',
    'bookings/earnings',
    'listings/versions',
    'bookings/history',
  ]
  expect(looked.length).toBeGreaterThan(20)
  expect(
    looked.filter(
      (name) => !Object.hasOwn(accountTexts.access.resources, name.replace(/(\.csv|\/history)$/, '')),
    ),
  ).toEqual([])
  expect(['ical-feeds.csv', 'bookings/history', 'files'].map((name) => said('read', name))).toEqual([
    'Viewed imported calendars',
    'Viewed bookings',
    'Viewed photos and documents',
  ])
})

import { formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import type { Opened } from '@hearth/contracts/performance'
import { useText } from '../../i18n/text.ts'
import { describeRecord } from './OpenedRecords.tsx'

type Rows = (readonly (string | number | null)[])[]

/** What is behind an opened figure as rows of a file, with their titles. */
export const useOpenedRows = (currency: Currency) => {
  const t = useText()
  const listStays = ({ listings }: Opened): Rows => [
    [
      t('performance.table.listing'),
      t('performance.opened.booking'),
      t('performance.opened.guest'),
      t('performance.opened.checkIn'),
      t('performance.opened.checkOut'),
      t('performance.opened.nightsHere'),
      `${t('performance.opened.revenue')} (${currency})`,
    ],
    ...listings.flatMap(({ title, stays }) =>
      stays.map((stay) => [
        title,
        stay.code,
        stay.guestName,
        stay.checkIn,
        stay.checkOut,
        stay.nights,
        stay.amountMinor === null ? null : formatDecimal(stay.amountMinor, currency),
      ]),
    ),
  ]
  const listRecords = ({ records }: Opened): Rows => [
    [
      t('performance.opened.record.date'),
      t('performance.opened.record.what'),
      t('performance.opened.record.result'),
    ],
    ...records.map((record) => [
      record.at,
      t(`performance.opened.record.${record.kind}`),
      describeRecord(record, t),
    ]),
  ]
  return (opened: Opened): Rows => (opened.listings.length > 0 ? listStays(opened) : listRecords(opened))
}

import { useListContext } from 'react-admin'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { ExportMenu } from '../../components/list/ExportMenu.tsx'
import { exportPath } from '../../components/list/exportPath.ts'

/** The actions for the selected bookings. */
export const BulkActions = ({ rows }: { rows: readonly ListedBooking[] }) => {
  const t = useText()
  const { sort } = useListContext()
  return (
    <ExportMenu
      size="small"
      label={t('table.export.rows', { smart_count: rows.length })}
      path={(ending) => exportPath('bookings', ending, { id: rows.map(({ id }) => id) }, sort)}
    />
  )
}

/** The sum of the selected bookings, where they share one currency. */
export const SelectedSum = ({ rows }: { rows: readonly ListedBooking[] }) => {
  const t = useText()
  const [first] = rows
  if (
    first === undefined ||
    rows.some(({ currency, hostPayoutMinor }) => currency !== first.currency || hostPayoutMinor === null)
  )
    return null
  return (
    <span className="num">
      {t('booking.list.together')}{' '}
      <b>
        {moneyText(
          rows.reduce((sum, row) => sum + (row.hostPayoutMinor ?? 0), 0),
          first.currency,
        )}
      </b>
    </span>
  )
}

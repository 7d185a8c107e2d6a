import type { FilterPayload, SortPayload } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { ExportMenu } from '../../components/list/ExportMenu.tsx'
import { exportPath } from '../../components/list/exportPath.ts'

/** The whole list as a file, with the filter and order of the list. */
export const ExportButton = ({
  total,
  filter,
  sort,
}: {
  total: number | undefined
  filter: FilterPayload
  sort: SortPayload
}) => {
  const t = useText()
  return (
    <ExportMenu
      className="only-desk"
      label={
        total === undefined ? t('booking.list.exporting') : t('booking.list.export', { smart_count: total })
      }
      path={(ending) => exportPath('bookings', ending, filter, sort)}
      disabled={!total}
    />
  )
}

import { Button } from '@mui/material'
import type { FilterPayload, SortPayload } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { csvPath } from './csvPath.ts'

/** The whole list as CSV, streamed by the server with the filter and order of the list. */
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
    <Button className="only-desk" href={csvPath('bookings', filter, sort)} download disabled={!total}>
      <Icon name="download" size={16} />
      {t('booking.list.export', { smart_count: total ?? 0 })}
    </Button>
  )
}

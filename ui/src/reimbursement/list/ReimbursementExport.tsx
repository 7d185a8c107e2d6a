import { useListContext } from 'react-admin'
import { ExportMenu } from '../../components/list/ExportMenu.tsx'
import { exportPath } from '../../components/list/exportPath.ts'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** The whole list as a file, with its filter and order. */
export const ReimbursementExport = () => {
  const t = useText()
  const { total, filterValues, sort } = useListContext<ListedReimbursement>()
  return (
    <ExportMenu
      className="only-desk"
      label={t('reimbursement.export', { smart_count: total ?? 0 })}
      path={(ending) => exportPath('reimbursements', ending, filterValues, sort)}
      disabled={!total}
    />
  )
}

import { useListContext } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { exportPath } from './exportPath.ts'

/** The whole list as a file, with its filter and order. */
export const ListExport = () => {
  const t = useText()
  const { resource, total, filterValues, sort } = useListContext()
  return (
    <ExportMenu
      className="only-desk"
      label={total === undefined ? t('table.export.list') : t('table.export.rows', { smart_count: total })}
      path={(ending) => exportPath(resource, ending, filterValues, sort)}
      disabled={!total}
    />
  )
}

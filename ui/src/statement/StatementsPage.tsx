import './texts.ts'
import { ListBase } from 'react-admin'
import { ReportTabs } from '../components/layout/ReportTabs.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useText } from '../i18n/text.ts'
import { StatementRows } from './StatementRows.tsx'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/reports/statements`: one statement for each month. */
const StatementsPage = () => {
  const t = useText()
  return (
    <ListBase
      resource="statements"
      perPage={25}
      sort={{ field: 'month', order: 'DESC' }}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <PageHeader title={t('statement.title')} />
      <ReportTabs current="statements" />
      <StatementRows />
    </ListBase>
  )
}
export default StatementsPage

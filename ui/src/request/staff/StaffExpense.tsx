import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from '../detail/RequestPage.module.css'
import { isPossible } from '../detail/Step.tsx'
import { Withdraw } from '../detail/Withdraw.tsx'

const RecordDialog = lazy(() => import('./RecordDialog.tsx'))

/** What staff can do about an expense: call the owner, record the cost, or withdraw it. */
export const StaffExpense = ({ request }: Readonly<{ request: RequestRecord }>) => {
  const t = useText()
  const [recording, setRecording] = useState(false)
  const { currency, status } = request
  if (!isPossible(request, 'WithdrawRequest')) return null
  return (
    <Card title={t('request.service.title')}>
      <div className={styles['part']}>
        <p>
          {t(
            status === 'approved'
              ? 'request.expense.approvedNext'
              : status === 'escalated'
                ? 'request.expense.call'
                : 'request.expense.waits',
          )}
        </p>
        <div className={styles['buttons']}>
          {isPossible(request, 'RecordExpense') && currency !== null && (
            <Button variant="contained" color="primary" onClick={() => setRecording(true)}>
              {t('request.expense.record')}
            </Button>
          )}
          <Withdraw request={request} text={t('request.expense.withdrawText')} />
        </div>
      </div>
      {recording && currency !== null && (
        <Suspense fallback={null}>
          <RecordDialog request={request} currency={currency} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </Card>
  )
}

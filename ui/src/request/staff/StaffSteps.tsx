import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import type { RequestRecord } from '../../data/records/records.ts'
import { useListings } from '../../data/queries/useListings.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { isPossible, Step } from '../detail/Step.tsx'

const CompleteDialog = lazy(() => import('./CompleteDialog.tsx'))
const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))
const ExpenseDialog = lazy(() => import('./ExpenseDialog.tsx'))

type Opened = 'schedule' | 'complete' | 'expense'

/** What staff can do next about a service request. */
export const StaffSteps = ({ request }: Readonly<{ request: RequestRecord }>) => {
  const t = useText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const listing = useListings([request.listingId]).get(request.listingId)
  const maySpend = useCan('request.expense')
  const onClose = () => setOpened(null)
  const isScheduled = request.status === 'scheduled'
  return (
    <>
      {isPossible(request, 'AcknowledgeService') && (
        <Step
          filled
          request={request}
          verb="acknowledge"
          label={t('request.service.acknowledge')}
          done={t('request.service.acknowledged')}
        />
      )}
      {isPossible(request, 'ScheduleService') && (
        <Button
          {...(!isScheduled && { variant: 'contained', color: 'primary' })}
          onClick={() => setOpened('schedule')}
        >
          {t(isScheduled ? 'request.service.reschedule' : 'request.service.schedule')}
        </Button>
      )}
      {isPossible(request, 'StartService') && (
        <Step
          filled={isScheduled}
          request={request}
          verb="start"
          label={t('request.service.start')}
          done={t('request.service.started')}
        />
      )}
      {isPossible(request, 'CompleteService') && (
        <Button variant="contained" color="primary" onClick={() => setOpened('complete')}>
          {t('request.service.complete')}
        </Button>
      )}
      {maySpend && listing && isPossible(request, 'WithdrawRequest') && (
        <Button onClick={() => setOpened('expense')}>{t('request.expense.ask')}</Button>
      )}
      <Suspense fallback={null}>
        {opened === 'schedule' && <ScheduleDialog request={request} onClose={onClose} />}
        {opened === 'complete' && <CompleteDialog request={request} onClose={onClose} />}
        {opened === 'expense' && listing && (
          <ExpenseDialog service={request} listing={listing} onClose={onClose} />
        )}
      </Suspense>
    </>
  )
}

import { useState } from 'react'
import { Button } from '@mui/material'
import { nextStatus, type RequestCommand } from '@hearth/contracts/request'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { RequestClock } from '../RequestClock.tsx'
import { AlreadyDecided } from './AlreadyDecided.tsx'
import { CompleteDialog } from './CompleteDialog.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'

type Props = Readonly<{ request: RequestRecord }>

/** Whether the command is possible now. */
const isPossible = ({ kind, status }: RequestRecord, command: RequestCommand['type']) =>
  nextStatus(kind, status, command) !== undefined

/** A button that sends its command without asking. */
const Step = ({
  request,
  verb,
  label,
  done,
  filled = false,
}: Props & Readonly<{ verb: string; label: string; done: string; filled?: boolean }>) => {
  const saved = useSaved()
  const command = useCommand({ resource: 'requests', verb, onSuccess: () => saved(done) })
  return (
    <>
      <Button
        {...(filled && { variant: 'contained', color: 'primary' })}
        loading={command.pending}
        onClick={() => command.run({ record: request })}
      >
        {label}
      </Button>
      <AlreadyDecided error={command.error} />
    </>
  )
}

const HostSteps = ({ request }: Props) => {
  const t = useText()
  return (
    <>
      {isPossible(request, 'CloseService') && (
        <Step
          filled
          request={request}
          verb="close"
          label={t('request.service.close')}
          done={t('request.service.closed')}
        />
      )}
      {isPossible(request, 'ReopenService') && (
        <ExplainedCommand
          resource="requests"
          verb="reopen"
          id={request.id}
          field="why"
          min={10}
          maxLength={500}
          label={t('request.service.reopen')}
          title={t('request.service.reopenTitle')}
          question={t('request.service.reopenWhy')}
          missing={t('request.expense.tooShort')}
          keep={t('request.decide.keep')}
          saved={t('request.service.reopened')}
        />
      )}
      {isPossible(request, 'WithdrawRequest') && (
        <ConfirmedCommand
          destructive
          resource="requests"
          verb="withdraw"
          id={request.id}
          label={t('request.service.withdraw')}
          title={t('request.service.withdrawTitle')}
          text={t('request.service.withdrawText')}
          keep={t('request.service.keep')}
          saved={t('request.service.withdrawn')}
        />
      )}
    </>
  )
}

const StaffSteps = ({ request }: Props) => {
  const t = useText()
  const [completing, setCompleting] = useState(false)
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
      {isPossible(request, 'StartService') && (
        <Step
          filled
          request={request}
          verb="start"
          label={t('request.service.start')}
          done={t('request.service.started')}
        />
      )}
      {isPossible(request, 'CompleteService') && (
        <Button variant="contained" color="primary" onClick={() => setCompleting(true)}>
          {t('request.service.complete')}
        </Button>
      )}
      {completing && <CompleteDialog request={request} onClose={() => setCompleting(false)} />}
    </>
  )
}

/** Work that the host asked for: what can be done next by either side, and what was done. */
export const ServiceRequest = ({ request }: Props) => {
  const t = useText()
  const mayAsk = useCan('request.service')
  const mayWork = useCan('request.work')
  const { awaiting, answer } = request
  return (
    <div className={styles['decide']}>
      <Card title={t('request.service.title')}>
        <div className={styles['part']}>
          {awaiting !== null && (
            <p>{t(awaiting === 'host' ? 'request.service.done' : 'request.service.withHearth')}</p>
          )}
          <p className="small q">
            <RequestClock request={request} />
          </p>
          <div className={styles['buttons']}>
            {mayWork && <StaffSteps request={request} />}
            {mayAsk && <HostSteps request={request} />}
          </div>
        </div>
      </Card>
      {(awaiting === null || answer !== null) && <Outcome request={request} />}
    </div>
  )
}

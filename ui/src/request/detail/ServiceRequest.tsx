import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { RequestClock } from '../RequestClock.tsx'
import { StaffSteps } from '../staff/StaffSteps.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import { isPossible, Step } from './Step.tsx'
import { Withdraw } from './Withdraw.tsx'

type Props = Readonly<{ request: RequestRecord }>

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
        <Withdraw request={request} text={t('request.service.withdrawText')} />
      )}
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
            <p>
              {t(
                awaiting === 'host'
                  ? 'request.service.done'
                  : mayWork
                    ? 'request.service.withYou'
                    : 'request.service.withHearth',
              )}
            </p>
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

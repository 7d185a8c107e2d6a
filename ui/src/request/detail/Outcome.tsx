import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { RequestStatus } from '../RequestStatus.tsx'
import { useRequestHistory } from '../useRequest.ts'
import { RequestFiles } from './RequestFiles.tsx'
import styles from './RequestPage.module.css'

/** What the request came to: the last step, who took it, when, and what they wrote. */
export const Outcome = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const format = useFormatDeadline()
  const { data = [] } = useRequestHistory(request.id)
  const { kind, status, movedBy, movedAt, declineReason, failure, answer, resultFileIds } = request
  const who = data.find(({ who: { id } }) => id === movedBy)?.who
  const name = who === undefined ? '' : who.kind === 'you' ? t('booking.you') : who.name
  return (
    <Card title={t(kind === 'service' ? 'request.outcome.work' : 'request.outcome.title')}>
      <div className={styles['part']}>
        <p>
          <RequestStatus request={{ kind, status, awaiting: null }} />
        </p>
        <p className="num">
          {name === '' ? format(movedAt) : t('request.outcome.by', { name, at: format(movedAt) })}
        </p>
        {declineReason !== null && (
          <p>{t('request.outcome.reason', { reason: t(`request.reason.${declineReason}`) })}</p>
        )}
        {kind === 'refund_waiver' && status === 'failed' && <p>{t('request.refund.failed')}</p>}
        {failure !== null && <p>{t(`request.alteration.failure.${failure}`)}</p>}
        {answer !== null && <blockquote>{answer}</blockquote>}
      </div>
      <RequestFiles
        fileIds={resultFileIds}
        title={t(kind === 'service' ? 'request.service.photos' : 'request.expense.invoice')}
      />
    </Card>
  )
}

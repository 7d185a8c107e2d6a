import { useState } from 'react'
import { Button } from '@mui/material'
import { formatBps } from '@hearth/contracts/kernel/money'
import { type AgreementWords, isOpenForSigning } from '@hearth/contracts/agreement'
import { useCan, useLock } from '../session/session.ts'
import { download } from '../data/http/download.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { DateInput } from '../components/date-fields/DateInput.tsx'
import { isDate } from '../components/date-fields/useTypedDate.ts'
import { addDays, formatDay, formatInstant, todayIn, zoneName } from '../components/dates/localDate.ts'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Agreement.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import type { Agreement } from './useAgreement.ts'

/** Who has signed, and the deadline. */
export const SignersCard = ({
  agreement,
  words,
  zone,
}: {
  agreement: Agreement
  words: AgreementWords
  zone: string
}) => {
  const t = useText()
  const format = useFormatDeadline()
  const describeSignature = (at: string | null) =>
    at === null ? t('agreement.side.waits') : t('agreement.side.on', { at: formatInstant(at, zone) })
  return (
    <Card title={t('agreement.side.title')}>
      <ul className={`${styles['rows']} num`}>
        {agreement.signers.map(({ userId, ownershipBps, signedAt }) => (
          <li key={userId}>
            <b>{words.names[userId]}</b>
            <span className="small q">{t('agreement.side.of', { share: formatBps(ownershipBps) })}</span>
            <span className="small q">{describeSignature(signedAt)}</span>
          </li>
        ))}
        <li>
          <b>{t('agreement.side.hearth')}</b>
          <span className="small q">{describeSignature(agreement.countersignedAt)}</span>
        </li>
        {isOpenForSigning(agreement.status) && (
          <li>
            <span className="small q">
              {t('agreement.side.until', { at: format(agreement.expiresAt, zone) })}
            </span>
          </li>
        )}
        <li>
          <span className="cap c">{t('agreement.side.zone', { zone: zoneName(zone) })}</span>
        </li>
      </ul>
    </Card>
  )
}

/** The document as files, each with the hash that its event names. */
export const FilesCard = ({ agreement }: { agreement: Agreement }) => {
  const t = useText()
  const [error, setError] = useState<unknown>(null)
  const { id, documentSha256, signedSha256, amendment } = agreement
  const files = [
    ['document', documentSha256],
    ['signed', signedSha256],
    ['amendment', amendment?.documentSha256 ?? null],
  ] as const
  const fetchFile = (which: string) =>
    void download(`/api/agreements/${id}/document.pdf?which=${which}`, `agreement-${which}.pdf`).then(
      () => setError(null),
      setError,
    )
  return (
    <Card title={t('agreement.files.title')}>
      <ul className={styles['rows']}>
        {files.flatMap(([which, hash]) =>
          hash === null
            ? []
            : [
                <li key={which}>
                  <Button onClick={() => fetchFile(which)}>{t(`agreement.files.${which}`)}</Button>
                  <span className={`${styles['hash']} c`}>{t('agreement.files.hash', { hash })}</span>
                </li>,
              ],
        )}
        {error !== null && (
          <li>
            <ProblemText error={error} />
          </li>
        )}
      </ul>
    </Card>
  )
}

/** The countersignature by staff; not available during an impersonation. */
export const CountersignCard = ({ agreement }: { agreement: Agreement }) => {
  const t = useText()
  const may = useCan('agreement.countersign')
  const saved = useSaved()
  const countersign = useCommand({
    resource: 'agreements',
    verb: 'countersign',
    touches: ['onboarding'],
    onSuccess: () => saved(t('agreement.countersign.done')),
  })
  if (!may || agreement.status !== 'signed') return null
  return (
    <Card title={t('agreement.countersign.title')}>
      <div className={styles['body']}>
        <p className="q">{t('agreement.countersign.text')}</p>
        <ProblemText error={countersign.error} />
        <Button
          variant="contained"
          color="primary"
          loading={countersign.pending}
          onClick={() =>
            countersign.run({
              record: { id: agreement.id },
              body: { documentSha256: agreement.documentSha256 },
            })
          }
        >
          {t('agreement.countersign.button')}
        </Button>
      </div>
    </Card>
  )
}

/** Ends the agreement with notice; for its signers. */
export const NoticeCard = ({ agreement, zone }: { agreement: Agreement; zone: string }) => {
  const t = useText()
  const lock = useLock('agreement.sign')
  const earliest = addDays(todayIn('UTC'), agreement.terms.noticeDays)
  const [day, setDay] = useState(earliest)
  const [asking, setAsking] = useState(false)
  const saved = useSaved()
  const notice = useCommand({
    resource: 'agreements',
    verb: 'give-notice',
    touches: ['onboarding', 'listings'],
    onSuccess: () => {
      setAsking(false)
      saved(t('agreement.notice.done'))
    },
  })
  if (lock !== undefined || agreement.status !== 'active') return null
  return (
    <Card title={t('agreement.notice.title')}>
      <div className={styles['body']}>
        <p className="q">{t('agreement.notice.text', { days: agreement.terms.noticeDays })}</p>
        <DateInput label={t('agreement.notice.day')} value={day} min={earliest} onChange={setDay} />
        <Button disabled={!isDate(day) || day < earliest} onClick={() => setAsking(true)}>
          {t('agreement.notice.button')}
        </Button>
        <ReasonDialog
          open={asking}
          title={t('agreement.notice.title')}
          text={t('agreement.notice.confirm', { day: isDate(day) ? formatDay(day) : '' })}
          confirm={t('agreement.notice.button')}
          pending={notice.pending}
          error={notice.error}
          onConfirm={(reason) =>
            notice.run({ record: { id: agreement.id }, body: { effectiveOn: day, reason } })
          }
          onClose={() => setAsking(false)}
        />
        <p className="cap c">{t('agreement.side.zone', { zone: zoneName(zone) })}</p>
      </div>
    </Card>
  )
}

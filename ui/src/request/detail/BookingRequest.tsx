import { lazy, Suspense, useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { Field } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AlreadyDecided } from './AlreadyDecided.tsx'
import { DecisionMoney } from './DecisionMoney.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import { TimeLeft } from './TimeLeft.tsx'
import { useBookingDecision, type BookingDecision } from './useBookingDecision.ts'

const DeclineDialog = lazy(() => import('./DeclineDialog.tsx'))
const MAX_NOTE = 2_000

type Props = Readonly<{ request: RequestRecord; decision: BookingDecision }>

const Accept = ({ decision }: Pick<Props, 'decision'>) => {
  const t = useText()
  const [note, setNote] = useState('')
  const { ifAccepted, accept } = decision
  const preview = ifAccepted.data
  const send = () => void decision.sendAccept(note.trim() === '' ? null : note.trim())
  useHotkey('acceptRequest', send, { enabled: preview !== undefined })
  return (
    <div className={styles['part']}>
      <h3>{t('request.decide.ifAccept')}</h3>
      {preview && (
        <p className="num">
          {t('request.decide.receive', {
            amount: moneyText(preview.hostPayout.afterMinor, preview.currency),
          })}{' '}
          {t('request.decide.nightsBooked')}
        </p>
      )}
      <p className="small q">{t('request.decide.accepted')}</p>
      <Field
        label={
          <>
            {t('request.decide.note')} <span className="c">{t('request.decide.optional')}</span>
          </>
        }
      >
        {({ error, ...field }) => (
          <OutlinedInput
            multiline
            minRows={2}
            maxRows={6}
            value={note}
            error={error}
            onChange={({ target }) => setNote(target.value)}
            inputProps={{ ...field, maxLength: MAX_NOTE }}
          />
        )}
      </Field>
      <div className={styles['buttons']}>
        <Button
          variant="contained"
          color="primary"
          aria-keyshortcuts="a"
          disabled={preview === undefined}
          loading={accept.pending}
          onClick={send}
        >
          {preview === undefined
            ? t('request.decide.accept')
            : t('request.decide.acceptFor', {
                amount: formatAmount(preview.hostPayout.afterMinor, preview.currency),
              })}
          <kbd className="only-desk">A</kbd>
        </Button>
      </div>
    </div>
  )
}

const Decline = ({ request, decision }: Props) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const ready = decision.ifDeclined.data !== undefined
  useHotkey('declineRequest', () => setAsking(true), { enabled: ready })
  return (
    <div className={styles['part']}>
      <h3>{t('request.decide.ifDecline')}</h3>
      <p>
        {t('request.decide.nightsFree')} {t('request.decide.declined')}
      </p>
      <div className={styles['buttons']}>
        <Button aria-keyshortcuts="d" disabled={!ready} onClick={() => setAsking(true)}>
          {t('request.decide.decline')}
          <kbd className="only-desk">D</kbd>
        </Button>
      </div>
      {asking && (
        <Suspense fallback={null}>
          <DeclineDialog request={request} decision={decision} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Decide = ({ request, decision }: Props) => {
  const t = useText()
  const lockText = useLockText('request.decide')
  const listing = useListings([request.listingId]).get(request.listingId)
  return (
    <Card title={t('request.decide.title')}>
      {request.dueAt !== null && (
        <TimeLeft kind={request.kind} dueAt={request.dueAt} place={listing?.timezone} />
      )}
      {decision.may ? (
        <>
          <Accept decision={decision} />
          <Decline request={request} decision={decision} />
        </>
      ) : (
        <p className={`small q ${styles['part']}`}>{lockText}</p>
      )}
    </Card>
  )
}

const Effects = ({ decision: { ifAccepted } }: Pick<Props, 'decision'>) => {
  const t = useText()
  return (
    <Loaded query={ifAccepted} failed={t('request.money.failed')}>
      {(preview) => (
        <>
          <Card title={t('request.nights.title')}>
            <div className={styles['part']}>
              <p className="strong">
                <StayDates start={preview.nights.start} end={preview.nights.end} />
              </p>
              <p>{t('request.nights.held')}</p>
              <p>{t('request.nights.accept')}</p>
              <p>{t('request.nights.decline')}</p>
            </div>
          </Card>
          <DecisionMoney preview={preview} />
        </>
      )}
    </Loaded>
  )
}

/** A guest who wants to book: what each answer does, the answer, and what was decided. */
export const BookingRequest = ({ request }: { request: RequestRecord }) => {
  const decision = useBookingDecision(request)
  const { open, may, accept, decline } = decision
  return (
    <>
      <div className={styles['decide']}>
        {open ? <Decide request={request} decision={decision} /> : <Outcome request={request} />}
        <AlreadyDecided error={accept.error ?? decline.error} />
      </div>
      {open && may && (
        <div className={styles['effects']}>
          <Effects decision={decision} />
        </div>
      )}
    </>
  )
}

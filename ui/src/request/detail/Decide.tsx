import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { RequestPreview } from '@hearth/contracts/request'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { Field } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './RequestPage.module.css'
import { TimeLeft } from './TimeLeft.tsx'
import type { GuestDecision } from './useGuestDecision.ts'

const DeclineDialog = lazy(() => import('./DeclineDialog.tsx'))
const MAX_NOTE = 2_000

/** What each answer does, in the words of the request’s kind. */
export type AnswerWords = Readonly<{
  accepted: (preview: RequestPreview) => ReactNode
  acceptButton: (preview: RequestPreview) => string
  declined: string
  /** What accepting counts as, where it is not an acceptance. */
  counts?: string
  /** A third answer, between both. */
  other?: ReactNode
  /** What is decided besides yes or no. */
  fields?: ReactNode
}>
type Props = Readonly<{ request: RequestRecord; decision: GuestDecision; words: AnswerWords }>

const Note = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useText()
  return (
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
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
          inputProps={{ ...field, maxLength: MAX_NOTE }}
        />
      )}
    </Field>
  )
}

const Accept = ({ decision, words }: Omit<Props, 'request'>) => {
  const t = useText()
  const { ifAccepted, accept, note, setNote } = decision
  const preview = ifAccepted.data
  const send = () => void decision.sendAccept()
  useHotkey('acceptRequest', send, { enabled: preview !== undefined })
  return (
    <div className={styles['part']}>
      <h3>{t('request.decide.ifAccept')}</h3>
      {preview && words.accepted(preview)}
      <p className="small q">{words.counts ?? t('request.decide.accepted')}</p>
      {words.fields}
      <Note value={note} onChange={setNote} />
      <div className={styles['buttons']}>
        <Button
          variant="contained"
          color="primary"
          aria-keyshortcuts="a"
          disabled={preview === undefined}
          loading={accept.pending}
          onClick={send}
        >
          {preview === undefined ? t('request.decide.accept') : words.acceptButton(preview)}
          <kbd className="only-desk">A</kbd>
        </Button>
      </div>
    </div>
  )
}

const Decline = ({ request, decision, words }: Props) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const ready = decision.ifDeclined.data !== undefined
  useHotkey('declineRequest', () => setAsking(true), { enabled: ready })
  return (
    <div className={styles['part']}>
      <h3>{t('request.decide.ifDecline')}</h3>
      <p className="num">{words.declined}</p>
      <div className={styles['buttons']}>
        <Button aria-keyshortcuts="d" disabled={!ready} onClick={() => setAsking(true)}>
          {t('request.decide.decline')}
          <kbd className="only-desk">D</kbd>
        </Button>
      </div>
      {asking && (
        <Suspense fallback={null}>
          <DeclineDialog
            request={request}
            decision={decision}
            effect={words.declined}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** How long is left to answer a guest, and both answers with what they do. */
export const Decide = ({ request, decision, words }: Props) => {
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
          <Accept decision={decision} words={words} />
          {words.other}
          <Decline request={request} decision={decision} words={words} />
        </>
      ) : (
        <p className={`small q ${styles['part']}`}>{lockText}</p>
      )}
    </Card>
  )
}

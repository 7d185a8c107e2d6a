import { Button, OutlinedInput } from '@mui/material'
import { useLock, useSession } from '../../session/session.ts'
import { problemText } from '../../data/http/problems.ts'
import { isOpen, type Booking, type OpenBooking } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useDraft } from '../../data/useDraft.ts'
import { useText } from '../../i18n/text.ts'
import { isShortcut } from '../../components/action/shortcuts.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import styles from './GuestCard.module.css'
import { GuestThread } from './GuestThread.tsx'
import { useBookingHistory } from '../useBooking.ts'

/** The name of the note's author, from the history, which is loaded anyway. */
const useAuthors = (bookingId: string) => {
  const t = useText()
  const me = useSession()?.user.id
  const { data = [] } = useBookingHistory(bookingId)
  return (id: string) =>
    id === me ? t('booking.you') : (data.find(({ who }) => who.id === id)?.who.name ?? t('booking.colleague'))
}

const NoteForm = ({ booking }: { booking: OpenBooking }) => {
  const t = useText()
  const session = useSession()
  const [text, setText] = useDraft(`note/${booking.id}`)
  const add = useCommand({
    resource: 'bookings',
    verb: 'add-note',
    onError: (_, { body }) => setText(String((body as { text: string }).text)),
  })
  const trimmed = text.trim()
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (trimmed === '') return
    const note = {
      noteId: crypto.randomUUID(),
      text: trimmed,
      visibility: 'host' as const,
      by: session?.user.id ?? '',
      at: new Date().toISOString(),
    }
    add.run({
      record: booking,
      body: { text: trimmed, visibility: 'host' },
      patch: { notes: [...booking.notes, note] },
    })
    setText('')
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <OutlinedInput
        multiline
        maxRows={6}
        size="small"
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={t('booking.writeNote')}
        inputProps={{ 'aria-label': t('booking.writeNote'), maxLength: 2000 }}
        onKeyDown={(event) => {
          if (isShortcut('saveNote', event)) submit(event)
        }}
      />
      <Button
        type="submit"
        disabled={trimmed === ''}
        aria-label={t('booking.addNote')}
        title={t('booking.addNote')}
      >
        <Icon name="plus" size={16} />
      </Button>
      {add.error !== null && (
        <p role="alert" className="bad-ink small">
          {problemText(add.error, t)}
        </p>
      )}
    </form>
  )
}

/** Who stays, and the hosts' notes, which the guest does not see; nothing for those who do not see guests. */
export const GuestCard = ({ booking, readOnly }: { booking: Booking; readOnly: boolean }) => {
  const t = useText()
  const lock = useLock('booking.note')
  const lockText = useLockText('booking.note')
  const author = useAuthors(booking.id)
  if (!isOpen(booking)) return null
  return (
    <Card
      title={booking.guestName}
      note={t('booking.through', { source: t(`booking.source.${booking.source}`) })}
      action={<GuestThread booking={booking} readOnly={readOnly} />}
    >
      {booking.notes.length === 0 ? (
        <p className={`q ${styles['none']}`}>{t(readOnly ? 'booking.noNotesThen' : 'booking.noNotes')}</p>
      ) : (
        <ul className={styles['notes']} aria-label={t('booking.notes')}>
          {booking.notes.map(({ noteId, text, by, at, visibility }) => (
            <li key={noteId}>
              <p>{text}</p>
              <span className="c cap num">
                {formatInstant(at, booking.snapshot.timezone)}, {author(by)}
                {visibility === 'staff' ? `, ${t('booking.staffNote')}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!readOnly &&
        (lock === undefined ? (
          <NoteForm booking={booking} />
        ) : (
          lock !== 'role' && <p className={`small c ${styles['none']}`}>{lockText}</p>
        ))}
    </Card>
  )
}

import { useState } from 'react'
import { eventDefinitions, resources } from '@hearth/contracts'
import { categoryOfStream, idOfStream } from '@hearth/contracts/kernel/message'
import { allows, useSession } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { utcSeconds } from '../components/dates/instants.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { Icon } from '../components/display/icons.tsx'
import { isRowClick } from '../components/list/isRowClick.ts'
import { LogRow } from '../components/list/LogRow.tsx'
import styles from '../components/list/LogTable.module.css'
import eventStyles from './Events.module.css'
import { foldStaffAccess, isFolded } from './foldStaffAccess.ts'
import { JsonTree } from './JsonTree.tsx'
import { useEvent, type LoggedEvent } from './useEvents.ts'

const RECORDS: Readonly<Record<string, string>> = {
  hostAccount: 'accounts',
  listing: 'listings',
  booking: 'bookings',
}
const findRecord = (stream: string) => {
  const resource = RECORDS[categoryOfStream(stream)]
  return resource !== undefined && resource in resources ? { resource, id: idOfStream(stream) } : undefined
}

/** What is in the event, which only the event store has. */
const Content = ({ id, type }: Pick<LoggedEvent, 'id' | 'type'>) => {
  const t = useText()
  const seesPersonal = allows(useSession(), 'event.personal')
  const { data: event, error } = useEvent(id)
  const masked = !seesPersonal && Object.keys(eventDefinitions.get(type)?.personal ?? {}).length > 0
  if (error) return <ProblemText error={error} />
  if (!event) return <p className="small c">{t('app.loading')}</p>
  return (
    <>
      <section>
        <h2>{t('event.log.data')}</h2>
        {masked && <p className="cap c">{t('event.log.masked')}</p>}
        <JsonTree value={event.data} />
      </section>
      <section>
        <h2>{t('event.log.metadata')}</h2>
        <p className="cap c num">
          {t('event.log.recorded', { time: utcSeconds(event.recordedAt), position: event.commit })}
        </p>
        <JsonTree value={{ id, account: event.tenantId, ...event.metadata }} />
      </section>
    </>
  )
}

const Opened = ({ event }: { event: LoggedEvent }) => {
  const t = useText()
  const record = findRecord(event.stream)
  return (
    <div className={styles['opened']}>
      <Content id={event.id} type={event.type} />
      <div className={eventStyles['links']}>
        <LinkButton size="small" to={to.reports({ report: 'trace', id: event.correlationId || event.id })}>
          {t('event.log.trace')}
        </LinkButton>
        <LinkButton size="small" to={to.reports({ report: 'events', stream: event.stream })}>
          {t('event.log.same')}
        </LinkButton>
        {record && (
          <LinkButton size="small" to={to.reports({ report: 'record', ...record, b: event.occurredAt })}>
            {t('event.log.record')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

type Props = { events: readonly LoggedEvent[]; opened: string | null; onOpen: (id: string | null) => void }

const HEADS = ['at', 'type', 'stream', 'revision', 'actor'] as const

const EventRow = ({ event, opened, onOpen }: Omit<Props, 'events'> & { event: LoggedEvent }) => {
  const t = useText()
  const { id, type, stream, streamRevision: revision } = event
  const open = opened === id
  return (
    <LogRow
      open={open}
      onToggle={() => onOpen(open ? null : id)}
      time={utcSeconds(event.occurredAt)}
      action={t(open ? 'event.log.closeRow' : 'event.log.open', { type, revision, stream })}
      columns={HEADS.length}
      details={() => <Opened event={event} />}
    >
      <td className="strong">
        {type}
        <small className={`q ${eventStyles['below']}`}>
          {stream}, {revision}
        </small>
      </td>
      <td className={styles['stream']}>
        <code>{stream}</code>
      </td>
      <td className={`num q ${styles['revision']}`}>{revision}</td>
      <td className={`q ${styles['actor']}`}>
        <span>{event.actorId}</span>
      </td>
    </LogRow>
  )
}

/** Accesses of staff in a row as one line, with the accesses under it once it is opened. */
const AccessRows = ({ accesses, ...rows }: { accesses: readonly LoggedEvent[] } & Omit<Props, 'events'>) => {
  const t = useText()
  const hasOpened = accesses.some(({ id }) => id === rows.opened)
  const [unfolded, setUnfolded] = useState(false)
  const open = unfolded || hasOpened
  const name = t('event.log.accesses', { smart_count: accesses.length })
  return (
    <>
      <tr onClick={(event) => isRowClick(event) && setUnfolded(!open)}>
        <td className="num">
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={open}
            onClick={() => setUnfolded(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={16} />
            <span>
              {utcSeconds(accesses[0]?.occurredAt ?? '')}
              <span className="sr">, {name}</span>
            </span>
          </button>
        </td>
        <td colSpan={HEADS.length - 1} className="q">
          {name}
        </td>
      </tr>
      {open && accesses.map((event) => <EventRow key={event.id} event={event} {...rows} />)}
    </>
  )
}

/** Events as rows that open to show their data and metadata. */
export const EventRows = ({ events, ...rows }: Props) => {
  const t = useText()
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="sr">{t('event.log.caption')}</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={styles[head]}>
                {t(`event.log.columns.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {foldStaffAccess(events).map((line) =>
            isFolded(line) ? (
              <AccessRows key={line.key} accesses={line.accesses} {...rows} />
            ) : (
              <EventRow key={line.id} event={line} {...rows} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

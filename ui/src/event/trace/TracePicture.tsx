import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Trace, TracedCommand, TracedEvent } from '@hearth/contracts/event'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { span, utc } from '../../components/dates/instants.ts'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import styles from './Trace.module.css'
import { inOrder, keys, traceLayout, type Box } from './traceLayout.ts'

const short = (id: string) => (id.length > 13 ? `${id.slice(0, 8)}…` : id)

const formatTime = (instant: number) => {
  const { time, seconds } = wallClock(instant, 'UTC')
  return `${time}:${seconds}`
}

/** In its position of the diagram; on a phone, below the one before. */
const Node = ({
  box,
  kind,
  children,
}: {
  box: Box | undefined
  kind: 'request' | 'command' | 'event' | 'row' | 'effect'
  children: ReactNode
}) => (
  <div
    className={`${styles['node']} ${styles[kind]}`}
    style={box && { left: box.x, top: box.y, width: box.width, height: box.height }}
  >
    {children}
  </div>
)

const Rows = ({ event, boxes }: { event: TracedEvent; boxes: ReadonlyMap<string, Box> }) => {
  const t = useText()
  const opened = useNow(10_000)
  return (
    <ul>
      {event.rows.map(({ projection, resource, ids: [first = ''], count, shown }) => {
        const what = count === 1 ? short(first) : t('event.trace.more', { smart_count: count })
        return (
          <li key={projection}>
            <Node box={boxes.get(keys.row(event.id, projection))} kind="row">
              <span className="clip">
                <b>{projection}</b>{' '}
                {resource === null ? (
                  what
                ) : (
                  <Link
                    className="link"
                    to={to.reports({ report: 'record', resource, id: first, b: event.occurredAt })}
                  >
                    {what}
                  </Link>
                )}
              </span>
              {!shown && <span className={styles['late']}>{t('event.trace.late')}</span>}
            </Node>
          </li>
        )
      })}
      {event.effects.map(({ id, name, doneAt, dueAt, error }) => (
        <li key={id}>
          <Node box={boxes.get(keys.effect(id))} kind="effect">
            <span className="clip">
              <span className="sr">{t('event.trace.effect')} </span>
              <b>{name}</b>
            </span>
            <span className={`num nowrap ${doneAt === null && error !== null ? 'bad-ink' : 'c'}`}>
              {doneAt !== null
                ? t('event.trace.done')
                : error !== null
                  ? t('event.trace.failing')
                  : Date.parse(dueAt) > opened
                    ? t('event.trace.due', { time: utc(dueAt) })
                    : t('event.trace.waiting')}
            </span>
          </Node>
        </li>
      ))}
    </ul>
  )
}

const Command = ({
  command,
  start,
  boxes,
}: {
  command: TracedCommand
  start: number
  boxes: ReadonlyMap<string, Box>
}) => {
  const t = useText()
  return (
    <li>
      <Node box={boxes.get(keys.command(command.id))} kind="command">
        <span className="clip">
          <b>{t(command.parent === null ? 'event.trace.command' : 'event.trace.step')}</b>{' '}
          <span className={styles['id']}>{short(command.id)}</span>
        </span>
        <span className="clip cap c">{t('event.trace.by', { who: command.who.name })}</span>
      </Node>
      <ul>
        {command.events.map((event) => (
          <li key={event.id}>
            <Node box={boxes.get(keys.event(event.id))} kind="event">
              <Link className="link clip" to={to.reports({ report: 'events', id: event.id })}>
                {event.type}
              </Link>
              <span className="clip cap c num">
                {event.stream.slice(0, event.stream.indexOf('-'))} {event.streamRevision},{' '}
                {t('event.trace.after', {
                  time:
                    Date.parse(event.recordedAt) - start < 1_000
                      ? `${Math.max(0, Date.parse(event.recordedAt) - start)} ms`
                      : span(Date.parse(event.recordedAt) - start),
                })}
              </span>
            </Node>
            <Rows event={event} boxes={boxes} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The effects of one request, from left to right. Without the lines, the same lists can be read in order. */
export const TracePicture = ({ trace }: { trace: Trace }) => {
  const t = useText()
  const { width, height, boxes, edges } = useMemo(() => traceLayout(trace), [trace])
  const events = trace.commands.flatMap((command) => command.events)
  const start = Math.min(...events.map(({ recordedAt }) => Date.parse(recordedAt)))
  const summary = t('event.trace.figure', {
    id: trace.correlationId,
    commands: t('event.trace.commands', { smart_count: trace.commands.length }),
    events: t('event.trace.eventCount', { smart_count: events.length }),
    rows: t('event.trace.rowCount', {
      smart_count: events.reduce((sum, { rows }) => sum + rows.reduce((all, { count }) => all + count, 0), 0),
    }),
  })
  return (
    <figure className={styles['figure']} aria-label={summary}>
      <figcaption className="small q num">
        {summary}, {formatDay(wallClock(start, 'UTC').date)}
      </figcaption>
      <div className={styles['scroll']}>
        <div className={styles['canvas']} style={{ width, height }}>
          <svg aria-hidden focusable="false" width={width} height={height} className={styles['edges']}>
            {edges.map((path) => (
              <path key={path} d={path} />
            ))}
          </svg>
          <Node box={boxes.get(keys.request)} kind="request">
            <b>{t('event.trace.request')}</b>
            <span className="clip cap c num">{t('report.utc', { time: formatTime(start) })}</span>
          </Node>
          <ol>
            {inOrder(trace.commands).map(({ command }) => (
              <Command key={command.id} command={command} start={start} boxes={boxes} />
            ))}
          </ol>
        </div>
      </div>
    </figure>
  )
}

import type { ProcessRow } from '@hearth/contracts/projection'
import type { TextKey } from '../i18n/text.ts'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { utc } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { formatLag, OUTBOX_GOAL_MS } from './projectionLines.ts'
import styles from './Projections.module.css'
import { useProcesses } from './useProjections.ts'

type State = Readonly<{ tone: Tone; plain: boolean; text: TextKey; count?: number }>

const describeState = ({ state, stopped, failing }: ProcessRow): State => {
  if (state === 'unheld' || state === 'behind')
    return { tone: 'bad', plain: false, text: `projection.processes.state.${state}` }
  if (stopped > 0)
    return { tone: 'warn', plain: false, text: 'projection.processes.state.stopped', count: stopped }
  if (failing > 0)
    return { tone: 'warn', plain: false, text: 'projection.processes.state.failing', count: failing }
  return state === 'live'
    ? { tone: 'ok', plain: true, text: 'projection.processes.state.live' }
    : { tone: 'info', plain: false, text: 'projection.processes.state.catchingUp' }
}

/** An instance that an error stopped, and a button that retries it. */
const StoppedRow = ({
  processId,
  stopped: { instance, error, events },
}: {
  processId: string
  stopped: ProcessRow['stoppedInstances'][number]
}) => {
  const t = useText()
  return (
    <tr>
      <td colSpan={6} className={styles['failure']}>
        <div className={styles['stopped']}>
          <p className="small bad-ink">
            {t('projection.processes.stopped', { instance, error, smart_count: events })}
          </p>
          <OperationButton
            resource="stopped-instances"
            id={`${processId}.${instance}`}
            verb="unpark"
            size="small"
            label={t('projection.parked.retry')}
            confirm={{
              title: t('projection.parked.confirm', { stream: instance }),
              text: t('projection.processes.confirmText'),
            }}
          />
        </div>
      </td>
    </tr>
  )
}

const Line = ({ process }: { process: ProcessRow }) => {
  const t = useText()
  const { id, version, position, waiting, oldestSeconds, failure, nextAt, stoppedInstances } = process
  const state = describeState(process)
  const late = oldestSeconds * 1_000 > OUTBOX_GOAL_MS
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles['name']}>{id}</span>
          <span className={`${styles['version']} num`}>{t('projection.list.version', { version })}</span>
        </th>
        <td>
          <StatusChip tone={state.tone} plain={state.plain}>
            {t(state.text, { smart_count: state.count ?? 0 })}
          </StatusChip>
        </td>
        <td className={`num ${styles['lag']}`}>{formatCount(waiting)}</td>
        <td className={`num ${styles['lag']} ${late ? styles['late'] : ''}`}>
          {waiting === 0 ? '–' : formatLag(oldestSeconds * 1_000)}
        </td>
        <td className={`num q ${styles['next']}`}>{nextAt === null ? '–' : utc(nextAt)}</td>
        <td className={`num q ${styles['position']}`}>{position === null ? '–' : formatCount(position)}</td>
      </tr>
      {stoppedInstances.map((stopped) => (
        <StoppedRow key={stopped.instance} processId={id} stopped={stopped} />
      ))}
      {failure && (
        <tr>
          <td colSpan={6} className={styles['failure']}>
            <p className="small bad-ink">
              {t('projection.processes.failure', {
                name: failure.name,
                smart_count: failure.attempts,
                error: failure.error,
              })}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}

/** The process managers: whether they follow the log, and which of their effects are still due. */
export const ProcessesCard = () => {
  const t = useText()
  const { data, error, refetch } = useProcesses()
  if (data === undefined)
    return error ? (
      <Card>
        <ErrorState title={t('projection.processes.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    ) : null
  const heads = [
    ['process', undefined],
    ['state', undefined],
    ['due', 'lag'],
    ['oldest', 'lag'],
    ['next', 'next'],
    ['position', 'position'],
  ] as const
  return (
    <Card
      title={t('projection.processes.title')}
      action={<span className="small c only-desk">{t('projection.processes.note')}</span>}
    >
      <div
        className={styles['scroll']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must scroll it
        tabIndex={0}
        role="region"
        aria-label={t('projection.processes.title')}
      >
        <table className={styles['table']}>
          <caption className="sr">{t('projection.processes.caption')}</caption>
          <thead>
            <tr>
              {heads.map(([head, style]) => (
                <th key={head} scope="col" className={style && styles[style]}>
                  {t(`projection.processes.columns.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((process) => (
              <Line key={process.id} process={process} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

import { useState } from 'react'
import { Button } from '@mui/material'
import type { FailedJob, JobQueueRow } from '@hearth/contracts/jobs'
import { useCan } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { Figure, Figures } from '../components/display/Figures.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { span, utcSeconds } from '../components/dates/instants.ts'
import { formatCount } from '../components/display/formatCount.ts'
import styles from './JobsReport.module.css'
import { useJobQueues } from './useJobQueues.ts'

/** Retries every failed job. The button is disabled for roles that may only read. */
const RetryButton = ({ queue }: { queue: JobQueueRow }) => {
  const t = useText()
  const saved = useSaved()
  const may = useCan('job.operate')
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource: 'job-queues',
    verb: 'retry',
    onSuccess: () => {
      setOpen(false)
      saved(t('jobs.retried'))
    },
  })
  return (
    <>
      <Button
        size="small"
        disabled={!may || queue.failed === 0}
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {t('jobs.retry')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('jobs.confirm', { smart_count: queue.failed })}
        confirm={t('jobs.retry')}
        keep={t('jobs.keep')}
        pending={command.pending}
        error={command.error}
        onConfirm={() => command.run({ record: { id: queue.id }, body: {} })}
        onClose={() => setOpen(false)}
      >
        {t(`jobs.confirmText.${queue.id}`)}
      </ConfirmCommand>
    </>
  )
}

const Failure = ({ job }: { job: FailedJob }) => {
  const t = useText()
  return (
    <li className={styles['failure']}>
      <div>
        <p>
          <code>{job.id}</code>
        </p>
        <p className="small bad-ink">{job.reason}</p>
        <p className="cap c num">
          {t('jobs.when', { time: `${utcSeconds(job.failedAt)} UTC`, smart_count: job.attempts })}
        </p>
      </div>
      <div className={styles['actions']}>
        <LinkButton size="small" to={to.reports({ report: 'events', stream: job.id })}>
          {t('jobs.open')}
        </LinkButton>
      </div>
    </li>
  )
}

const QueueFigures = ({ queue, at }: { queue: JobQueueRow; at: number }) => {
  const t = useText()
  const { waiting, active, delayed, failed, completed, retried, oldestWaitingAt } = queue
  return (
    <Figures>
      <Figure
        label={t('jobs.waiting')}
        value={formatCount(waiting)}
        note={
          oldestWaitingAt === null
            ? t('jobs.noneWaits')
            : t('jobs.oldest', { time: span(at - Date.parse(oldestWaitingAt)) })
        }
      />
      <Figure
        label={t('jobs.active')}
        value={formatCount(active)}
        note={t('jobs.delayed', { smart_count: delayed })}
      />
      <Figure
        label={t('jobs.failed')}
        value={formatCount(failed)}
        note={t('jobs.retriedNote', { smart_count: retried })}
      />
      <Figure label={t('jobs.completed')} value={formatCount(completed)} note={t('jobs.completedNote')} />
    </Figures>
  )
}

const Queue = ({ queue, at }: { queue: JobQueueRow; at: number }) => {
  const t = useText()
  const { failed, failures } = queue
  const state = !queue.reachable
    ? ({ tone: 'bad', text: 'jobs.state.away' } as const)
    : failed > 0
      ? ({ tone: 'warn', text: 'jobs.state.failing' } as const)
      : ({ tone: 'ok', text: 'jobs.state.works' } as const)
  return (
    <section className={styles['queue']} aria-labelledby={`queue-${queue.id}`}>
      <header>
        <h2 id={`queue-${queue.id}`}>{t(`jobs.queue.${queue.id}`)}</h2>
        <StatusChip tone={state.tone} plain={state.tone === 'ok'}>
          {t(state.text)}
        </StatusChip>
        <span className="grow" />
        {queue.reachable && failed > 0 && <RetryButton queue={queue} />}
      </header>
      <QueueFigures queue={queue} at={at} />
      {failures.length > 0 && (
        <Card label={t('jobs.failed')}>
          <ul>
            {failures.map((job) => (
              <Failure key={job.id} job={job} />
            ))}
          </ul>
        </Card>
      )}
      <p className="cap c">{t(queue.reachable ? `jobs.backend.${queue.backend}` : 'jobs.awayText')}</p>
    </section>
  )
}

/** The system's queues: which jobs wait, run and failed, and a button that retries those. */
export const JobsReport = () => {
  const t = useText()
  const may = useCan('job.operate')
  const { data, error, refetch, dataUpdatedAt } = useJobQueues()
  if (data === undefined)
    return (
      <Card>
        {error ? (
          <ErrorState title={t('jobs.loadFailed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton rows={3} label={t('app.loading')} />
        )}
      </Card>
    )
  return (
    <>
      {!may && <p className="small q">{t('jobs.onlyFinance')}</p>}
      {data.map((queue) => (
        <Queue key={queue.id} queue={queue} at={dataUpdatedAt} />
      ))}
    </>
  )
}

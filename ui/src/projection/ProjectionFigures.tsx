import type { ProjectionRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { formatCount } from '../components/display/formatCount.ts'
import { formatLag, GOAL_MS, countHolders, OUTBOX_GOAL_MS, findSlowest } from './projectionLines.ts'
import { span } from '../components/dates/instants.ts'
import { Figure, Figures } from '../components/display/Figures.tsx'
import { useParkedStreams, useProcesses } from './useProjections.ts'

/** Four numbers that show whether something needs attention. */
export const ProjectionFigures = ({ rows, at }: { rows: readonly ProjectionRow[]; at: number }) => {
  const t = useText()
  const { data: parked = [] } = useParkedStreams()
  const { data: managers = [] } = useProcesses()
  const slowest = findSlowest(rows)
  const log = rows.find(({ id }) => id === 'event_log')
  const { processes, held, all } = countHolders(rows, at)
  const oldest = parked.reduce((first, { parkedAt }) => Math.min(first, Date.parse(parkedAt)), at)
  const waiting = managers.reduce((sum, manager) => sum + manager.waiting, 0)
  const outboxMs = 1_000 * Math.max(0, ...managers.map(({ oldestSeconds }) => oldestSeconds))
  return (
    <Figures>
      <Figure
        label={t('projection.stats.slowest')}
        value={formatLag(slowest?.lagMs ?? 0)}
        note={
          slowest && slowest.lagMs > GOAL_MS
            ? t('projection.stats.slowestNote', { name: slowest.id })
            : t('projection.stats.allCurrent')
        }
      />
      <Figure
        label={t('projection.stats.incoming')}
        value={formatCount(log?.eventsPerSecond ?? 0)}
        note={t('projection.stats.incomingNote', { smart_count: processes, held, all })}
      />
      <Figure
        label={t('projection.stats.parked')}
        value={formatCount(parked.length)}
        note={
          parked.length === 0
            ? t('projection.stats.noneParked')
            : t('projection.stats.parkedNote', { time: span(at - oldest) })
        }
      />
      <Figure
        label={t('projection.stats.outbox')}
        value={formatLag(outboxMs)}
        note={
          waiting === 0
            ? t('projection.stats.outboxEmpty')
            : t('projection.stats.outboxNote', { smart_count: waiting })
        }
        late={outboxMs > OUTBOX_GOAL_MS}
      />
    </Figures>
  )
}

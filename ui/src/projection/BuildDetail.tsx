import type { ProjectionRequestRow, ProjectionRow } from '@hearth/contracts/projection'
import { useCan } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Progress } from '../components/feedback/Progress.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { Comparison } from './Comparison.tsx'
import { span } from '../components/dates/instants.ts'
import { NextSteps, Rebuild } from './NextSteps.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { otherState, formatPercent, type OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'
import { Segments } from './Segments.tsx'
import { useAskerName } from './useAskerName.ts'

const findStarter = (
  requests: readonly ProjectionRequestRow[],
  { id }: ProjectionRow,
  { build }: OtherBuild,
) =>
  requests.find(
    ({ verb, projection, answer }) =>
      verb === 'rebuild' && projection === id && answer?.startsWith(`build ${build} `),
  )?.requestedBy

const Building = ({ other }: { other: OtherBuild }) => {
  const t = useText()
  const now = useNow(1_000)
  const complete = other.status !== 'building'
  const took = Date.parse(other.completedAt ?? new Date(now).toISOString()) - Date.parse(other.startedAt)
  return (
    <div className={styles['pad']}>
      <div className={`${styles['pair']} small`}>
        <span className="q">
          {t(complete ? 'projection.detail.rebuilt' : 'projection.detail.rebuiltNow')}
        </span>
        <b className="strong num">{complete ? '100%' : formatPercent(other.progress)}</b>
      </div>
      <div
        role="progressbar"
        aria-label={t(complete ? 'projection.detail.rebuilt' : 'projection.detail.rebuiltNow')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={complete ? 100 : Math.floor(other.progress * 100)}
        className={styles['progress']}
      >
        <Progress share={complete ? 1 : other.progress} height={6} tone={complete ? 'ok' : 'brand'} />
      </div>
      <div className={`${styles['pair']} cap c num`}>
        <span>
          {complete
            ? t('projection.detail.took', { time: span(took) })
            : t('projection.detail.running', { time: span(took), rate: formatCount(other.eventsPerSecond) })}
        </span>
        <span>{t(complete ? 'projection.detail.follows' : 'projection.detail.throttled')}</span>
      </div>
      {other.error !== null && (
        <p role="alert" className={`small bad-ink ${styles['error']}`}>
          {other.error}
        </p>
      )}
    </div>
  )
}

/** The other build's state, and who started it. */
const BuildState = ({ other, starter }: { other: OtherBuild; starter: string | undefined }) => {
  const t = useText()
  const nameOf = useAskerName()
  const state = otherState(other)
  return (
    <>
      <StatusChip tone={state.tone} plain={state.plain}>
        {t(state.text, state.values)}
      </StatusChip>
      <span className="cap c only-desk">
        {other.reason === 'version'
          ? t('projection.detail.startedByCode')
          : starter === undefined
            ? ''
            : t('projection.detail.startedBy', { who: nameOf(starter) })}
      </span>
    </>
  )
}

/**
 * A read model: the table being built as a checklist that ends with the cut-over, and the processes that
 * update the serving table.
 */
export const BuildDetail = ({
  row,
  build,
  requests,
}: {
  row: ProjectionRow
  build: number
  requests: readonly ProjectionRequestRow[]
}) => {
  const t = useText()
  const mayOperate = useCan('projection.operate')
  const other = row.others.find((candidate) => candidate.build === build) ?? row.others.at(-1)
  return (
    <Card
      className={styles['detail']}
      label={row.id}
      title={
        <>
          {row.id}{' '}
          <span className={styles['version']}>
            {t('projection.list.build', { build: other?.build ?? row.build })}
          </span>
        </>
      }
      action={other && <BuildState other={other} starter={findStarter(requests, row, other)} />}
    >
      {other && <Building other={other} />}
      {other && <Comparison row={row} other={other} />}
      {other ? (
        <NextSteps row={row} other={other} />
      ) : (
        <section>
          <h3>{t('projection.detail.idle')}</h3>
          <p className="q small">{t('projection.detail.idleText')}</p>
          <div className={styles['buttons']}>
            <Rebuild row={row} />
          </div>
        </section>
      )}
      {!mayOperate && (
        <section>
          <p className="cap c">{t('projection.onlyAdmin')}</p>
        </section>
      )}
      <Segments row={row} />
    </Card>
  )
}

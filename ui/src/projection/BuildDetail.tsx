import type { ProjectionRequestRow, ProjectionRow } from '@hearth/contracts/projection'
import { useCan } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Progress } from '../components/feedback/Progress.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { Comparison } from './Comparison.tsx'
import { span, utc } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { otherState, percentOf, type OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'
import { Segments } from './Segments.tsx'
import { useAskerName } from './useAskerName.ts'

const starterOf = (requests: readonly ProjectionRequestRow[], { id }: ProjectionRow, { build }: OtherBuild) =>
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
        <span className="q">{t(complete ? 'internal.detail.rebuilt' : 'internal.detail.rebuiltNow')}</span>
        <b className="strong num">{complete ? '100%' : percentOf(other.progress)}</b>
      </div>
      <div
        role="progressbar"
        aria-label={t(complete ? 'internal.detail.rebuilt' : 'internal.detail.rebuiltNow')}
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
            ? t('internal.detail.took', { time: span(took) })
            : t('internal.detail.running', { time: span(took), rate: formatCount(other.eventsPerSecond) })}
        </span>
        <span>{t(complete ? 'internal.detail.follows' : 'internal.detail.throttled')}</span>
      </div>
      {other.error !== null && (
        <p role="alert" className={`small bad-ink ${styles['error']}`}>
          {other.error}
        </p>
      )}
    </div>
  )
}

const Next = ({ row, other }: { row: ProjectionRow; other: OtherBuild }) => {
  const t = useText()
  // The projector would immediately restart a build that changed code started.
  const discard = (other.reason !== 'version' || other.status === 'standby') && (
    <OperationButton
      resource="projections"
      id={row.id}
      verb="discard"
      label={t('internal.detail.discard', { build: other.build })}
      confirm={{
        title: t('internal.detail.confirm.discard', { build: other.build, name: row.id }),
        text: t(`internal.detail.confirm.discardText.${other.status}`, { build: row.build }),
        destructive: true,
      }}
    />
  )
  if (other.status === 'building') {
    return (
      <section>
        <p className="q small">{t('internal.detail.waitForReady')}</p>
        {discard && <div className={styles['buttons']}>{discard}</div>}
      </section>
    )
  }
  const rebuild = (
    <OperationButton
      resource="projections"
      id={row.id}
      verb="rebuild"
      variant="text"
      size="small"
      label={t('internal.detail.rebuildAgain')}
      confirm={{
        title: t('internal.detail.confirm.rebuild', { name: row.id }),
        text: t('internal.detail.confirm.rebuildText'),
      }}
    />
  )
  if (other.status === 'standby') {
    const text = t('internal.detail.ifBackText', {
      to: other.build,
      until: other.keepUntil === null ? '–' : `${utc(other.keepUntil)} UTC`,
    })
    return (
      <section>
        <h3>{t('internal.detail.ifBack')}</h3>
        <p className="q small num">{text}</p>
        <div className={styles['buttons']}>
          {discard}
          <OperationButton
            resource="projections"
            id={row.id}
            verb="rollback"
            label={t('internal.detail.rollback', { build: other.build })}
            confirm={{
              title: t('internal.detail.confirm.rollback', { build: other.build, name: row.id }),
              text,
            }}
          />
        </div>
        <p className={styles['again']}>{rebuild}</p>
      </section>
    )
  }
  const text = t('internal.detail.ifCutOverText', { from: row.build, to: other.build })
  const differs = other.difference !== null && other.difference.rows.length > 0
  const warning =
    other.difference === null
      ? t('internal.detail.confirm.cutoverBlind')
      : differs
        ? t('internal.detail.confirm.cutoverDiffer', { build: other.build })
        : undefined
  return (
    <section>
      <h3>{t('internal.detail.ifCutOver')}</h3>
      <p className="q small">{text}</p>
      <div className={styles['buttons']}>
        {discard}
        <OperationButton
          resource="projections"
          id={row.id}
          verb="cutover"
          filled={other.difference !== null}
          label={t('internal.detail.cutover', { build: other.build })}
          confirm={{
            title: t('internal.detail.confirm.cutover', { build: other.build, name: row.id }),
            text: (
              <>
                {warning && <p className={styles['warning']}>{warning}</p>}
                <p>{text}</p>
              </>
            ),
            destructive: differs,
          }}
        />
      </div>
      <p className={styles['again']}>{rebuild}</p>
    </section>
  )
}

/**
 * A read model: its table under construction as a checklist that ends in the cut-over, and who carries on the
 * serving one.
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
  const nameOf = useAskerName()
  const mayOperate = useCan('projection.operate')
  const other = row.others.find((candidate) => candidate.build === build) ?? row.others.at(-1)
  const state = other && otherState(other)
  const starter = other && starterOf(requests, row, other)
  return (
    <Card
      className={styles['detail']}
      label={row.id}
      title={
        <>
          {row.id}{' '}
          <span className={styles['version']}>
            {t('internal.projections.build', { build: other?.build ?? row.build })}
          </span>
        </>
      }
      action={
        <>
          {state && (
            <StatusChip tone={state.tone} plain={state.plain}>
              {t(state.text, state.values)}
            </StatusChip>
          )}
          {other && (
            <span className="cap c only-desk">
              {other.reason === 'version'
                ? t('internal.detail.startedByCode')
                : starter === undefined
                  ? ''
                  : t('internal.detail.startedBy', { who: nameOf(starter) })}
            </span>
          )}
        </>
      }
    >
      {other && <Building other={other} />}
      {other && <Comparison row={row} other={other} />}
      {other ? (
        <Next row={row} other={other} />
      ) : (
        <section>
          <h3>{t('internal.detail.idle')}</h3>
          <p className="q small">{t('internal.detail.idleText')}</p>
          <div className={styles['buttons']}>
            <OperationButton
              resource="projections"
              id={row.id}
              verb="rebuild"
              label={t('internal.detail.rebuild')}
              confirm={{
                title: t('internal.detail.confirm.rebuild', { name: row.id }),
                text: t('internal.detail.confirm.rebuildText'),
              }}
            />
          </div>
        </section>
      )}
      {!mayOperate && (
        <section>
          <p className="cap c">{t('internal.onlyAdmin')}</p>
        </section>
      )}
      <Segments row={row} />
    </Card>
  )
}

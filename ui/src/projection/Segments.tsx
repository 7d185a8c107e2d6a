import type { ProjectionRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { useNow } from '../components/dates/useNow.ts'
import { utc } from '../components/dates/instants.ts'
import { formatCount } from '../components/display/formatCount.ts'
import { formatLag } from './projectionLines.ts'
import styles from './Projections.module.css'

/** The processes that update the serving table, by segment. */
export const Segments = ({ row }: { row: ProjectionRow }) => {
  const t = useText()
  const now = useNow(1_000)
  return (
    <section>
      <h3>
        {t('projection.detail.serving')}{' '}
        <span className={styles['version']}>
          {t('projection.list.build', { build: row.build })},{' '}
          {t('projection.detail.since', { time: `${utc(row.switchedAt)} UTC` })}
        </span>
      </h3>
      <ul className={styles['segmentList']}>
        {row.segments.map((segment) => {
          const held =
            segment.holder !== null && segment.leaseUntil !== null && Date.parse(segment.leaseUntil) > now
          return (
            <li key={segment.segment}>
              <div className={styles['pair']}>
                <span className="small">
                  {t('projection.detail.segment', { segment: segment.segment + 1 })}{' '}
                  <span className="c num">
                    {t('projection.detail.buckets', { first: segment.firstBucket, last: segment.lastBucket })}
                  </span>
                </span>
                <span className="small num q">
                  {segment.lagMs === null ? '–' : formatLag(segment.lagMs)},{' '}
                  {formatCount(segment.eventsPerSecond ?? 0)}/s
                </span>
              </div>
              <p className={`cap ${held ? 'c' : 'bad-ink'}`}>
                <span className={styles['holder']}>
                  {held
                    ? t('projection.detail.holder', { holder: segment.holder ?? '' })
                    : t('projection.detail.nobody')}
                </span>
                , <span className="num">{t('projection.detail.fence', { epoch: segment.epoch })}</span>
              </p>
              {segment.error !== null && (
                <p role="alert" className="cap bad-ink">
                  {segment.error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

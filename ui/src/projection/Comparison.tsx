import type { ProjectionRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { Icon, type IconName } from '../components/display/icons.tsx'
import { utc } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { type OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'
import { RowDifferences } from './RowDifferences.tsx'

const Check = ({ good, text, value }: { good: boolean; text: string; value?: string }) => {
  const icon: IconName = good ? 'check' : 'alert'
  return (
    <li className={good ? undefined : styles['attention']}>
      <Icon name={icon} size={16} />
      <span>{text}</span>
      {value !== undefined && <span className={`num ${styles['value']}`}>{value}</span>}
    </li>
  )
}

/**
 * What the new table says against what readers get: counts, checksums, and each row that differs with both
 * values.
 */
export const Comparison = ({ row, other }: { row: ProjectionRow; other: OtherBuild }) => {
  const t = useText()
  if (other.status === 'building') return null
  const { difference } = other
  const compare = (
    <OperationButton
      resource="projections"
      id={row.id}
      verb="verify"
      size="small"
      label={t(difference ? 'internal.detail.compareAgain' : 'internal.detail.compare')}
      filled={difference === null && other.status === 'ready'}
    />
  )
  if (difference === null) {
    return (
      <section>
        <div className={styles['pair']}>
          <h3>{t('internal.detail.notCompared')}</h3>
          {compare}
        </div>
        <p className="q small">{t('internal.detail.notComparedText')}</p>
      </section>
    )
  }
  const { serving, other: made, rows, suspects } = difference
  const equalCounts = serving.rows === made.rows
  return (
    <section>
      <div className={styles['pair']}>
        <h3>{t('internal.detail.compared', { build: serving.build })}</h3>
        {compare}
      </div>
      {other.verifiedAt !== null && (
        <p className="cap c num">
          {t('internal.detail.comparedAt', { time: `${utc(other.verifiedAt)} UTC` })}
        </p>
      )}
      <ul className={styles['checks']}>
        <Check
          good={equalCounts}
          text={t('internal.detail.rows')}
          value={`${formatCount(serving.rows)} ${equalCounts ? '=' : '≠'} ${formatCount(made.rows)}`}
        />
        <Check
          good={rows.length === 0}
          text={t('internal.detail.sums')}
          value={
            suspects === 0
              ? t('internal.detail.sumsEqual')
              : t('internal.detail.sumsMoved', { smart_count: suspects })
          }
        />
        <Check
          good={rows.length === 0}
          text={
            rows.length === 0
              ? t('internal.detail.noDifference')
              : t('internal.detail.differ', { smart_count: rows.length })
          }
        />
      </ul>
      <RowDifferences row={row} other={other} />
    </section>
  )
}

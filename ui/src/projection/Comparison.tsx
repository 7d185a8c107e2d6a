import type { ProjectionRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { Icon, type IconName } from '../components/display/icons.tsx'
import { utc } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { type OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'
import { RowDifferences } from './RowDifferences.tsx'

type Difference = NonNullable<OtherBuild['difference']>

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

/** Whether both tables have as many rows, equal checksums and equal rows. */
const Checks = ({ difference }: { difference: Difference }) => {
  const t = useText()
  const { serving, other, rows, suspects } = difference
  const equalCounts = serving.rows === other.rows
  return (
    <ul className={styles['checks']}>
      <Check
        good={equalCounts}
        text={t('projection.detail.rows')}
        value={`${formatCount(serving.rows)} ${equalCounts ? '=' : '≠'} ${formatCount(other.rows)}`}
      />
      <Check
        good={rows.length === 0}
        text={t('projection.detail.sums')}
        value={
          suspects === 0
            ? t('projection.detail.sumsEqual')
            : t('projection.detail.sumsMoved', { smart_count: suspects })
        }
      />
      <Check
        good={rows.length === 0}
        text={
          rows.length === 0
            ? t('projection.detail.noDifference')
            : t('projection.detail.differ', { smart_count: rows.length })
        }
      />
    </ul>
  )
}

/**
 * Compares the new table with the serving one: counts, checksums, and both values of each row that differs.
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
      label={t(difference ? 'projection.detail.compareAgain' : 'projection.detail.compare')}
      filled={difference === null && other.status === 'ready'}
    />
  )
  if (difference === null) {
    return (
      <section>
        <div className={styles['pair']}>
          <h3>{t('projection.detail.notCompared')}</h3>
          {compare}
        </div>
        <p className="q small">{t('projection.detail.notComparedText')}</p>
      </section>
    )
  }
  return (
    <section>
      <div className={styles['pair']}>
        <h3>{t('projection.detail.compared', { build: difference.serving.build })}</h3>
        {compare}
      </div>
      {other.verifiedAt !== null && (
        <p className="cap c num">
          {t('projection.detail.comparedAt', { time: `${utc(other.verifiedAt)} UTC` })}
        </p>
      )}
      <Checks difference={difference} />
      <RowDifferences row={row} other={other} />
    </section>
  )
}

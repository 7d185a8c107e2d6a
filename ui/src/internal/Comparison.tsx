import { Link } from 'react-router-dom'
import { resources } from '@hearth/contracts'
import type { ProjectionRow } from '@hearth/contracts/projection'
import { to } from '../data/paths.ts'
import { useText } from '../i18n/text.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { utc } from './instants.ts'
import { OperationButton } from './OperationButton.tsx'
import { formatCount, type OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'

const SHOWN = 5

const Check = ({ good, text, value }: { good: boolean; text: string; value?: string }) => {
  const icon: IconName = good ? 'check' : 'alert'
  return <li className={good ? undefined : styles['attention']}><Icon name={icon} size={16} /><span>{text}</span>{value !== undefined && <span className={`num ${styles['value']}`}>{value}</span>}</li>
}

const resourceOf = (projection: string) => Object.values(resources).find(({ table }) => table === projection)?.name

/** What the new table says against what readers get: counts, checksums, and each row that differs with the columns in question. */
export const Comparison = ({ row, other }: { row: ProjectionRow; other: OtherBuild }) => {
  const t = useText()
  if (other.status === 'building') return null
  const { difference } = other
  const compare = <OperationButton resource="projections" id={row.id} verb="verify" size="small" label={t(difference ? 'internal.detail.compareAgain' : 'internal.detail.compare')} filled={difference === null && other.status === 'ready'} />
  if (difference === null) {
    return (
      <section>
        <div className={styles['pair']}><h3>{t('internal.detail.notCompared')}</h3>{compare}</div>
        <p className="q small">{t('internal.detail.notComparedText')}</p>
      </section>
    )
  }
  const { serving, other: made, rows, suspects } = difference
  const resource = resourceOf(row.id)
  const equalCounts = serving.rows === made.rows
  return (
    <section>
      <div className={styles['pair']}><h3>{t('internal.detail.compared', { build: serving.build })}</h3>{compare}</div>
      {other.verifiedAt !== null && <p className="cap c num">{t('internal.detail.comparedAt', { time: `${utc(other.verifiedAt)} UTC` })}</p>}
      <ul className={styles['checks']}>
        <Check good={equalCounts} text={t('internal.detail.rows')} value={`${formatCount(serving.rows)} ${equalCounts ? '=' : '≠'} ${formatCount(made.rows)}`} />
        <Check good={rows.length === 0} text={t('internal.detail.sums')} value={suspects === 0 ? t('internal.detail.sumsEqual') : t('internal.detail.sumsMoved', { smart_count: suspects })} />
        <Check good={rows.length === 0} text={rows.length === 0 ? t('internal.detail.noDifference') : t('internal.detail.differ', { smart_count: rows.length })} />
      </ul>
      {rows.slice(0, SHOWN).map((different) => (
        <div key={`${different.tenantId}/${different.id}`} className={styles['difference']}>
          <p>{resource === undefined ? <span className="clip">{different.id}</span> : <Link className="link clip" to={to.reports({ report: 'record', resource, id: different.id })}>{different.id}</Link>}</p>
          {different.only === null
            ? different.fields.map((field) => <div key={field}>{field}</div>)
            : <div>{t(`internal.detail.only.${different.only}`, { build: different.only === 'serving' ? serving.build : made.build })}</div>}
        </div>
      ))}
      {rows.length > SHOWN && <p className="cap c num">{t('internal.detail.more', { smart_count: rows.length - SHOWN })}</p>}
    </section>
  )
}

import { Link } from 'react-router-dom'
import type { ComparedRow, ComparisonCode } from '@hearth/contracts/reconciliation/overview'
import { LEDGER_KINDS } from '@hearth/contracts/ledger'
import { utc } from '../components/dates/instants.ts'
import { Money } from '../components/display/Money.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Reconciliation.module.css'
import { useComparedRows } from './useOverview.ts'

/** An entry by the title of its kind; a state as it is called in the API. */
const nameRow = ({ what }: ComparedRow): string =>
  Object.hasOwn(LEDGER_KINDS, what)
    ? LEDGER_KINDS[what as keyof typeof LEDGER_KINDS].title
    : what.replaceAll('_', ' ')

const Side = ({ title, rows }: { title: string; rows: readonly ComparedRow[] }) => {
  const t = useText()
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="q">{t('reconciliation.nothing')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <span>
                {row.stream === null ? (
                  nameRow(row)
                ) : (
                  <Link className="link" to={to.reports({ report: 'events', stream: row.stream })}>
                    {nameRow(row)}
                  </Link>
                )}
                <small className="q num">{utc(row.at)}</small>
              </span>
              <Money amountMinor={row.amountMinor} currency={row.currency} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The records behind both sides of one difference. */
export const ComparedSides = ({ comparison, id }: { comparison: ComparisonCode; id: string }) => {
  const t = useText()
  return (
    <Loaded bare query={useComparedRows(comparison, id)} failed={t('reconciliation.rowsFailed')} height={72}>
      {({ left, right }) => (
        <div className={styles['sides']}>
          <Side title={t(`reconciliation.code.${comparison}.left`)} rows={left} />
          <Side title={t(`reconciliation.code.${comparison}.right`)} rows={right} />
        </div>
      )}
    </Loaded>
  )
}

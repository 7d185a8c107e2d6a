import { useMemo } from 'react'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './ImportPage.module.css'
import { planRows, type Mapping, type PlannedRow, type Table } from './plan.ts'
import { useImport, type RowOutcome } from './useImport.ts'

const Row = ({ row, outcome }: { row: PlannedRow; outcome: RowOutcome | undefined }) => {
  const t = useText()
  return (
    <li>
      <div className={styles['what']}>
        <p>
          <span className="num c small">{t('listingImport.line', { line: row.line })}</span>{' '}
          <span className="strong">{row.name}</span>
        </p>
        {row.problems.map(({ field, detail }) => (
          <p key={field} className="small bad-ink">
            {t('listingImport.wrong', { field: t(`listingImport.field.${field}`), detail })}
          </p>
        ))}
        {outcome?.kind === 'failed' && <p className="small bad-ink">{outcome.detail}</p>}
        {outcome?.listingId !== undefined && (
          <p className="small">
            <Link to={to.onboardingCase(outcome.listingId)}>
              {t('listingImport.open', { name: row.name })}
            </Link>
          </p>
        )}
      </div>
      {outcome !== undefined && (
        <StatusChip tone={outcome.kind === 'made' ? 'ok' : 'bad'} plain={outcome.kind === 'made'}>
          {t(`listingImport.state.${outcome.kind}`)}
        </StatusChip>
      )}
    </li>
  )
}

/** Every row with its problems, the import itself, and the outcome of each row. */
export const CheckCard = ({ table, mapping }: { table: Table; mapping: Mapping }) => {
  const t = useText()
  const { run, running, outcomes } = useImport()
  const rows = useMemo(() => planRows(table, mapping), [table, mapping])
  const good = rows.filter(({ problems }) => problems.length === 0)
  const count = (kind: RowOutcome['kind']) =>
    [...outcomes.values()].filter((outcome) => outcome.kind === kind).length
  const [made, failed] = [count('made'), count('failed')]
  const isOver = !running && outcomes.size > 0
  return (
    <Card title={t('listingImport.step.check')} note={rows.length}>
      <div className={styles['sum']} role="status">
        {outcomes.size === 0 && (
          <p>
            {t('listingImport.good', { smart_count: good.length })}{' '}
            {good.length < rows.length && t('listingImport.bad', { smart_count: rows.length - good.length })}
          </p>
        )}
        {running && (
          <p className="num">{t('listingImport.running', { done: outcomes.size, all: good.length })}</p>
        )}
        {isOver && (
          <p>
            {made > 0 && t('listingImport.done', { smart_count: made })}{' '}
            {failed > 0 && t('listingImport.failed', { smart_count: failed })}
          </p>
        )}
        <span className="grow" />
        {made < good.length && (
          <Button variant="contained" color="primary" loading={running} onClick={() => void run(good)}>
            {isOver ? t('listingImport.again') : t('listingImport.run', { smart_count: good.length })}
          </Button>
        )}
        {isOver && made > 0 && <LinkButton to={to.onboarding()}>{t('listingImport.hub')}</LinkButton>}
      </div>
      <ul className={styles['rows']} aria-label={t('listingImport.step.check')}>
        {rows.map((row) => (
          <Row key={row.line} row={row} outcome={outcomes.get(row.line)} />
        ))}
      </ul>
    </Card>
  )
}

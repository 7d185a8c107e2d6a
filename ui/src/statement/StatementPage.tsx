import './texts.ts'
import { Button } from '@mui/material'
import { Link, useParams } from 'react-router-dom'
import { formatInstant } from '../components/dates/localDate.ts'
import { Icon } from '../components/display/icons.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { NotFound } from '../components/feedback/NotFound.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { readStatus } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { KindsCard, ListingsCard, PayoutsCard, PriorCard, SummaryCard } from './Sections.tsx'
import { LaterCard, LockCard } from './SideCards.tsx'
import { nameStatement } from './StatementRows.tsx'
import styles from './Statement.module.css'
import { statementPath, useStatement, useStatementContent, type Statement } from './useStatements.ts'

const Files = ({ row: { id } }: { row: Statement }) => {
  const t = useText()
  return (
    <>
      <Button component="a" href={statementPath(id, 'entries.csv')} download>
        <Icon name="download" size={16} />
        {t('statement.csv')}
      </Button>
      <Button
        component="a"
        href={statementPath(id, 'document.pdf')}
        download
        variant="contained"
        color="primary"
      >
        <Icon name="download" size={16} />
        {t('statement.pdf')}
      </Button>
    </>
  )
}

const Draft = ({ row: { lockAt, timezone } }: { row: Statement }) => {
  const t = useText()
  return (
    <Card>
      <EmptyState
        icon="clock"
        title={t('statement.draftTitle')}
        text={t('statement.draftText', { instant: formatInstant(lockAt, timezone) })}
        actions={
          <Button component={Link} to={to.payouts()}>
            {t('statement.draftPayouts')}
          </Button>
        }
      />
    </Card>
  )
}

const Locked = ({ row }: { row: Statement }) => {
  const t = useText()
  const query = useStatementContent(row)
  return (
    <div className={styles['page']}>
      <Loaded query={query} failed={t('statement.failedOne')} height={420}>
        {(content) => (
          <div className={styles['main']}>
            {content.sections.map((section) => (
              <div key={section.currency} className={styles['main']}>
                <SummaryCard content={content} section={section} />
                <ListingsCard content={content} section={section} />
                <KindsCard content={content} section={section} />
                <PriorCard content={content} section={section} />
                <PayoutsCard content={content} section={section} />
              </div>
            ))}
          </div>
        )}
      </Loaded>
      <div className={styles['side']}>
        <LockCard row={row} />
        <LaterCard row={row} />
      </div>
    </div>
  )
}

/** `/reports/statements/:id`: a month from its opening to its closing balance. */
const StatementPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const query = useStatement(id)
  if ([404, 422].includes(readStatus(query.error))) return <NotFound />
  const { data: row } = query
  return (
    <>
      <PageHeader
        title={t('statement.one')}
        detail={row && [nameStatement(row), ...row.totals.map(({ currency }) => currency)].join(', ')}
        crumbs={[{ label: t('statement.title'), to: to.statements() }]}
        {...(row?.state === 'locked' && {
          aside: <StatusChip tone="ok">{t('statement.state.locked')}</StatusChip>,
          actions: <Files row={row} />,
        })}
      />
      <Loaded query={query} failed={t('statement.failedOne')}>
        {(loaded) => (loaded.state === 'locked' ? <Locked row={loaded} /> : <Draft row={loaded} />)}
      </Loaded>
    </>
  )
}
export default StatementPage

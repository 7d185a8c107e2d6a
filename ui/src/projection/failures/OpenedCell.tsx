import { useState } from 'react'
import { Button } from '@mui/material'
import { RETRIED, type CommandFailure, type FailuresIn } from '@hearth/contracts/projection/commandFailures'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { utc, utcSeconds } from '../../components/dates/instants.ts'
import { FactList } from '../../components/display/FactList.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LogRow } from '../../components/list/LogRow.tsx'
import table from '../../components/list/LogTable.module.css'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import styles from './Failures.module.css'
import { useFailuresIn, type FailuresView } from './useFailures.ts'

const COLUMNS = 4

const Details = ({ failure: { manager, instance, error, correlationId } }: { failure: CommandFailure }) => {
  const t = useText()
  return (
    <div className={styles['details']}>
      <FactList
        facts={[
          { term: t('commandFailures.opened.manager'), value: manager },
          { term: t('commandFailures.opened.instance'), value: instance },
          ...(error === null ? [] : [{ term: t('commandFailures.opened.error'), value: error }]),
        ]}
      />
      <LinkButton size="small" to={to.reports({ report: 'trace', id: correlationId })}>
        {t('commandFailures.opened.trace')}
      </LinkButton>
    </div>
  )
}

const Failures = ({ found: { failures, total, ofPeople } }: { found: FailuresIn }) => {
  const t = useText()
  const [opened, setOpened] = useState<string | null>(null)
  if (failures.length === 0)
    return ofPeople > 0 ? null : <p className={`q ${styles['note']}`}>{t('commandFailures.opened.none')}</p>
  return (
    <div className={table['scroll']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('commandFailures.opened.at')}</th>
            <th scope="col">{t('commandFailures.opened.code')}</th>
            <th scope="col" className={table['actor']}>
              {t('commandFailures.opened.account')}
            </th>
            <th scope="col" className={table['amount']}>
              {t('commandFailures.opened.attempts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => {
            const isOpen = opened === failure.id
            return (
              <LogRow
                key={failure.id}
                open={isOpen}
                onToggle={() => setOpened(isOpen ? null : failure.id)}
                time={utcSeconds(failure.at)}
                action={t(isOpen ? 'commandFailures.opened.hide' : 'commandFailures.opened.open')}
                columns={COLUMNS}
                details={() => <Details failure={failure} />}
              >
                <td>
                  {failure.code === RETRIED ? (
                    t('commandFailures.retried')
                  ) : (
                    <code className="small">{failure.code}</code>
                  )}
                </td>
                <td className={`q ${table['actor']}`}>{failure.accountName ?? '–'}</td>
                <td className={table['amount']}>{failure.attempts}</td>
              </LogRow>
            )
          })}
        </tbody>
      </table>
      {failures.length < total && (
        <p className={`small q ${styles['note']}`}>
          {t('commandFailures.opened.more', { shown: failures.length, total })}
        </p>
      )}
    </div>
  )
}

/** The failures of a cell; each opens to its error and the trace of its request. */
export const OpenedCell = ({
  cell,
  view,
}: {
  cell: Readonly<{ command: string; slot: string }>
  view: FailuresView
}) => {
  const t = useText()
  return (
    <Card
      title={t('commandFailures.opened.title', { command: cell.command, slot: utc(cell.slot) })}
      action={
        <Button size="small" onClick={() => view.change({ command: undefined, slot: undefined })}>
          {t('commandFailures.opened.close')}
        </Button>
      }
    >
      <Loaded bare query={useFailuresIn(view, cell)} failed={t('commandFailures.opened.failed')}>
        {(found) => (
          <>
            {view.sender !== 'system' && found.ofPeople > 0 && (
              <p className={`small ${styles['note']}`}>
                {t('commandFailures.opened.ofPeople', { smart_count: found.ofPeople })}
              </p>
            )}
            {view.sender !== 'person' && <Failures found={found} />}
          </>
        )}
      </Loaded>
    </Card>
  )
}

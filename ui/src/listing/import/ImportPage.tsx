import { useId, useMemo, useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { listingImportTexts } from '../../i18n/en/listingImport.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './ImportPage.module.css'
import {
  FIELD_NAMES,
  guessMapping,
  NEEDED,
  planRows,
  readTable,
  type Mapping,
  type PlannedRow,
  type Table,
} from './plan.ts'
import { useImport, type RowOutcome } from './useImport.ts'

addTexts({ listingImport: listingImportTexts })

const Columns = ({
  table,
  mapping,
  onChange,
}: {
  table: Table
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) => {
  const t = useText()
  const missing = NEEDED.filter((field) => mapping[field] === null)
  return (
    <Card title={t('listingImport.step.columns')}>
      <div className={styles['fields']}>
        {FIELD_NAMES.map((name) => (
          <Field
            key={name}
            label={
              <>
                {t(`listingImport.field.${name}`)}
                {NEEDED.includes(name) && <span className="c"> {t('listingImport.needed')}</span>}
              </>
            }
          >
            {({ error: _error, ...field }) => (
              <Select
                native
                size="small"
                value={String(mapping[name] ?? '')}
                onChange={({ target }) =>
                  onChange({ ...mapping, [name]: target.value === '' ? null : Number(target.value) })
                }
                inputProps={field}
              >
                <option value="">{t('listingImport.none')}</option>
                {table.columns.map((column, index) => (
                  <option key={index} value={index}>
                    {column}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      {missing.length > 0 && (
        <p role="alert" className={`bad-ink small ${styles['note']}`}>
          {t('listingImport.missing', {
            fields: missing.map((field) => t(`listingImport.field.${field}`)).join(', '),
          })}
        </p>
      )}
    </Card>
  )
}

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

const Check = ({ table, mapping }: { table: Table; mapping: Mapping }) => {
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

/**
 * `/listings/import`: listings from a CSV, as drafts; errors are shown by line and field before anything is
 * created.
 */
const ImportPage = () => {
  const t = useText()
  const fileId = useId()
  const [text, setText] = useState('')
  const [unread, setUnread] = useState(false)
  const [changed, setChanged] = useState<Mapping>()
  const read = useMemo(() => (text === '' ? undefined : readTable(text)), [text])
  const table = typeof read === 'object' ? read : undefined
  const mapping = table && (changed ?? guessMapping(table))
  const take = (next: string) => {
    // As the field holds them: when it is left it reports its own line ends as a change, and what was mapped
    // by then would be lost.
    setText(next.replaceAll(/\r\n?/g, '\n'))
    setChanged(undefined)
    setUnread(false)
  }
  return (
    <>
      <PageHeader
        title={t('listingImport.title')}
        crumbs={[{ label: t('listingImport.crumb'), to: to.listings() }, { label: t('listingImport.title') }]}
      />
      <div className={styles['page']}>
        <Card title={t('listingImport.step.file')}>
          <div className={styles['body']}>
            <p className="q">{t('listingImport.intro')}</p>
            <div>
              <FileButton
                label={t('listingImport.choose')}
                accept=".csv,text/csv,text/plain"
                describedBy={unread ? fileId : undefined}
                onFile={(file) => void file.text().then(take, () => setUnread(true))}
              />
            </div>
            {unread && (
              <p id={fileId} role="alert" className="bad-ink small">
                {t('listingImport.unread')}
              </p>
            )}
            <Field
              label={t('listingImport.paste')}
              help={t('listingImport.pasteHelp')}
              error={typeof read === 'string' ? t(`listingImport.problem.${read}`) : undefined}
            >
              {({ error, ...field }) => (
                <OutlinedInput
                  multiline
                  minRows={4}
                  maxRows={8}
                  error={error}
                  value={text}
                  onChange={({ target }) => take(target.value)}
                  inputProps={{ ...field, spellCheck: false }}
                />
              )}
            </Field>
            {table && (
              <p className="small c num" role="status">
                {t('listingImport.read', { smart_count: table.rows.length, columns: table.columns.length })}
              </p>
            )}
          </div>
        </Card>
        {table && mapping && <Columns table={table} mapping={mapping} onChange={setChanged} />}
        {table && mapping && NEEDED.every((field) => mapping[field] !== null) && (
          <Check key={`${text}/${JSON.stringify(mapping)}`} table={table} mapping={mapping} />
        )}
      </div>
    </>
  )
}
export default ImportPage

import { Fragment, useState } from 'react'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { resources } from '@hearth/contracts'
import type { DifferingRow, ProjectionRow } from '@hearth/contracts/projection'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import type { OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'
import { compareRecords } from '../data/recordDifference.ts'
import { useRowDifferences } from './useProjections.ts'

const SHOWN = 3

const findResource = (projection: string) =>
  Object.values(resources).find(({ table }) => table === projection)?.name

const Value = ({ sign, value }: { sign: '−' | '+'; value: string | undefined }) => {
  const Tag = sign === '+' ? 'ins' : 'del'
  return (
    <div className={styles[Tag]}>
      <span aria-hidden>{sign}</span>
      <Tag>{value ?? '–'}</Tag>
    </div>
  )
}

/** The leaves that differ. A masked leaf looks equal on both sides and is listed anyway. */
const listLeaves = ({ fields }: DifferingRow) =>
  fields.flatMap(({ field, serving, other }) => {
    const lines = compareRecords({ [field]: serving }, { [field]: other })
    const different = lines.filter(({ differs }) => differs)
    return different.length > 0 ? different : lines.slice(0, 1)
  })

type Builds = Readonly<{ serving: number; other: number }>

const Row = ({ projection, row, builds }: { projection: string; row: DifferingRow; builds: Builds }) => {
  const t = useText()
  const resource = findResource(projection)
  const lines = listLeaves(row)
  const [single] = lines.length === 1 ? lines : []
  return (
    <li className={styles['difference']}>
      <p>
        {resource === undefined ? (
          <span className="clip">{row.id}</span>
        ) : (
          <Link className="link clip" to={to.reports({ report: 'record', resource, id: row.id })}>
            {row.id}
          </Link>
        )}
        {single && <span>{single.path}</span>}
      </p>
      {row.only !== null && (
        <div className={styles[row.only === 'serving' ? 'del' : 'ins']}>
          <span aria-hidden>{row.only === 'serving' ? '−' : '+'}</span>
          {t(`projection.detail.only.${row.only}`, { build: builds[row.only] })}
        </div>
      )}
      {lines.map(({ path, a, b, differs }) => (
        <Fragment key={path}>
          {!single && <div className={styles['path']}>{path}</div>}
          {differs ? (
            <>
              <Value sign="−" value={a} />
              <Value sign="+" value={b} />
            </>
          ) : (
            <div className={styles['path']}>
              {t(a === '•••' ? 'projection.detail.maskedValue' : 'projection.detail.equalNow', {
                value: a ?? '',
              })}
            </div>
          )}
        </Fragment>
      ))}
    </li>
  )
}

/** The rows that differ, each with the serving value and the new one. */
export const RowDifferences = ({ row, other }: { row: ProjectionRow; other: OtherBuild }) => {
  const t = useText()
  const [all, setAll] = useState(false)
  const known = other.difference?.rows ?? []
  const { data } = useRowDifferences(row.id, other)
  // The ids are known already; the values follow.
  const rows: readonly DifferingRow[] =
    data?.rows ??
    known.map(({ fields, ...rest }) => ({
      ...rest,
      fields: fields.map((field) => ({ field, serving: '…', other: '…' })),
    }))
  const shown = all ? rows : rows.slice(0, SHOWN)
  if (known.length === 0) return null
  return (
    <>
      <ul className={styles['differences']} aria-busy={data === undefined}>
        {shown.map((different) => (
          <Row
            key={`${different.tenantId}/${different.id}`}
            projection={row.id}
            row={different}
            builds={{ serving: row.build, other: other.build }}
          />
        ))}
      </ul>
      {rows.length > SHOWN && (
        <Button variant="text" size="small" onClick={() => setAll(!all)}>
          {t(all ? 'projection.detail.fewer' : 'projection.detail.all', { smart_count: rows.length })}
        </Button>
      )}
      {all && known.length > rows.length && (
        <p className="cap c num">
          {t('projection.detail.more', { smart_count: known.length - rows.length })}
        </p>
      )}
    </>
  )
}

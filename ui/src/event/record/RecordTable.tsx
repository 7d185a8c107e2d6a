import { useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { utcSeconds } from '../../components/dates/instants.ts'
import { compareRecords } from '../../data/recordDifference.ts'
import styles from './Record.module.css'
import type { AnyRecord } from './useRecordAt.ts'

type FieldsProps = { lines: ReturnType<typeof compareRecords>; all: boolean; before: string; after: string }

const Field = ({ line, all }: { line: FieldsProps['lines'][number]; all: boolean }) => {
  const t = useText()
  const { path, a: before, b: after, differs } = line
  const isChange = differs && before !== undefined && after !== undefined
  return (
    <tr className={differs ? styles['differs'] : undefined}>
      <th scope="row">
        {path}
        {all && (
          <span className="sr">, {t(differs ? 'event.record.changedWord' : 'event.record.equalWord')}</span>
        )}
      </th>
      <td>{isChange ? <del>{before}</del> : (before ?? '–')}</td>
      <td>{isChange ? <ins>{after}</ins> : (after ?? '–')}</td>
    </tr>
  )
}

const Fields = ({ lines, all, before, after }: FieldsProps) => {
  const t = useText()
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="sr">{t('event.record.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('event.record.field')}</th>
            <th scope="col" className="num">
              {before}
            </th>
            <th scope="col" className="num">
              {after}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Field key={line.path} line={line} all={all} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Both states side by side, with the fields that differ first. */
export const RecordTable = ({
  a,
  b,
  at,
  until,
}: {
  a: AnyRecord | null
  b: AnyRecord | null
  at: string | undefined
  until: string | undefined
}) => {
  const t = useText()
  const [all, setAll] = useState(false)
  const label = useId()
  const lines = compareRecords(a, b)
  const different = lines.filter(({ differs }) => differs)
  const shown = all ? lines : different
  const when = (instant: string | undefined) =>
    instant === undefined ? t('event.record.now') : utcSeconds(instant)
  return (
    <>
      <div className={styles['summary']}>
        <p role="status" className="strong">
          {different.length === 0
            ? t('event.record.same')
            : t('event.record.changed', { smart_count: different.length })}
        </p>
        <span className="grow" />
        <span className={styles['all']}>
          <Checkbox label={t('event.record.all')} checked={all} onChange={() => setAll(!all)} />
          <span aria-hidden id={label}>
            {t('event.record.all')}
          </span>
        </span>
      </div>
      {(a === null || b === null) && (
        <p className={`small q ${styles['absent']}`}>
          {when(a === null ? at : until)}: {t('event.record.absent')}
        </p>
      )}
      {shown.length > 0 && <Fields lines={shown} all={all} before={when(at)} after={when(until)} />}
    </>
  )
}

import { useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { utcSeconds } from '../../components/dates/instants.ts'
import { differenceOf } from '../../data/recordDifference.ts'
import styles from './Record.module.css'
import type { AnyRecord } from './useRecordAt.ts'

/** Both states side by side, the fields that differ first in sight. */
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
  const lines = differenceOf(a, b)
  const different = lines.filter(({ differs }) => differs)
  const shown = all ? lines : different
  const when = (instant: string | undefined) =>
    instant === undefined ? t('internal.record.now') : utcSeconds(instant)
  return (
    <>
      <div className={styles['summary']}>
        <p role="status" className="strong">
          {different.length === 0
            ? t('internal.record.same')
            : t('internal.record.changed', { smart_count: different.length })}
        </p>
        <span className="grow" />
        <span className={styles['all']}>
          <Checkbox label={t('internal.record.all')} checked={all} onChange={() => setAll(!all)} />
          <span aria-hidden id={label}>
            {t('internal.record.all')}
          </span>
        </span>
      </div>
      {(a === null || b === null) && (
        <p className={`small q ${styles['absent']}`}>
          {when(a === null ? at : until)}: {t('internal.record.absent')}
        </p>
      )}
      {shown.length > 0 && (
        <div className={styles['scroll']}>
          <table className={styles['table']}>
            <caption className="sr">{t('internal.record.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('internal.record.field')}</th>
                <th scope="col" className="num">
                  {when(at)}
                </th>
                <th scope="col" className="num">
                  {when(until)}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ path, a: before, b: after, differs }) => (
                <tr key={path} className={differs ? styles['differs'] : undefined}>
                  <th scope="row">
                    {path}
                    {all && (
                      <span className="sr">
                        , {t(differs ? 'internal.record.changedWord' : 'internal.record.equalWord')}
                      </span>
                    )}
                  </th>
                  <td>
                    {before === undefined ? (
                      '–'
                    ) : differs && after !== undefined ? (
                      <del>{before}</del>
                    ) : (
                      before
                    )}
                  </td>
                  <td>
                    {after === undefined ? '–' : differs && before !== undefined ? <ins>{after}</ins> : after}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

import { Button } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import { problemText, readProblem } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from './EmptyState.tsx'

/** A list over all accounts that is too long for its order or filter: what narrows it, and a way back. */
export const NarrowFirst = ({ error }: { error: unknown }) => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const order = readProblem(error)?.['order']
  const change = (changes: Readonly<Record<string, string>>) => () =>
    setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), ...changes, page: '1' }))
  return (
    <EmptyState
      icon="search"
      title={t('table.narrow.title')}
      text={problemText(error, t)}
      actions={
        typeof order === 'string' &&
        (search.get('sort') === order ? (
          <Button onClick={change({ filter: '{}' })}>{t('table.narrow.clear')}</Button>
        ) : (
          <Button onClick={change({ sort: order })}>{t('table.narrow.order')}</Button>
        ))
      }
    />
  )
}

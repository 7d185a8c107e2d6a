import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Field } from './Field.tsx'
import { TableSkeleton } from '../list/TableSkeleton.tsx'
import styles from './HostSearch.module.css'

const SHOWN = 25

/** Open accounts by name; the first ones until something is looked for. */
export const HostSearch = ({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (account: Account) => void
}) => {
  const t = useText()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList<Account>('accounts', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'displayName', order: 'ASC' },
    filter: { status: 'open', ...(asked === '' ? {} : { q: asked }) },
  })
  return (
    <>
      <form
        className={styles['find']}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim())
        }}
      >
        <Field label={t('impersonation.form.search')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              value={text}
              onChange={({ target }) => setText(target.value)}
              inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
            />
          )}
        </Field>
        <Button type="submit">{t('impersonation.form.find')}</Button>
      </form>
      {error && !data ? (
        <ErrorState title={t('impersonation.form.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t('impersonation.lists.loading')} rows={4} />
      ) : data.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('impersonation.form.none')}
          text={t('impersonation.form.noneText')}
        />
      ) : (
        <>
          <fieldset className={styles['hosts']}>
            <legend className="sr">{t('impersonation.form.host')}</legend>
            {data.map((account) => (
              <label key={account.id}>
                <input
                  type="radio"
                  name="host"
                  checked={account.id === chosen}
                  onChange={() => onChange(account)}
                />
                {account.displayName}, {account.country}, {account.timezone.replaceAll('_', ' ')}
              </label>
            ))}
          </fieldset>
          {total > SHOWN && (
            <p className="small c">{t('impersonation.form.total', { shown: SHOWN, total })}</p>
          )}
        </>
      )}
    </>
  )
}

import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { SearchForm } from './SearchForm.tsx'
import { TableSkeleton } from '../list/TableSkeleton.tsx'
import styles from './HostSearch.module.css'
import '../../i18n/lazy/impersonation.ts'

const SHOWN = 25

/** Accounts by name, only open ones unless `closedToo`; the first ones until something is looked for. */
export const HostSearch = ({
  chosen,
  closedToo = false,
  onChange,
}: {
  chosen: string | undefined
  closedToo?: boolean
  onChange: (account: Account) => void
}) => {
  const t = useText()
  const [query, setQuery] = useState('')
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList<Account>('accounts', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'displayName', order: 'ASC' },
    filter: { ...(!closedToo && { status: 'open' }), ...(query !== '' && { q: query }) },
  })
  return (
    <>
      <SearchForm
        label={t('impersonation.form.search')}
        submit={t('impersonation.form.find')}
        onSearch={setQuery}
      />
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
